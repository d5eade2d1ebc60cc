import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { defineConnector, tool, type ToolContext } from "#lib/contract/index.ts";
import { actContextOf } from "#lib/ledger/index.ts";
import { callTool, testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";

const { manifest } = probeConnector().connector;
let given: ToolContext | null = null;
const look = tool({
  id: "prueba.contexto.tomar",
  title: "Tomar lo que se le da",
  description: "Guarda lo que recibe una herramienta.",
  effect: "read",
  needsConnection: true,
  input: z.strictObject({}),
  output: z.strictObject({}),
  errors: [],
  example: { input: {}, output: {} },
  run: (ctx) => {
    given = ctx;
    return {};
  },
});

let api: TestApi;
beforeAll(async () => {
  api = await testApi({ connectors: [defineConnector(manifest, [look])] });
});
afterAll(() => api.close());

/** Everything that can be reached by properties, whatever they are called. */
function reachable(from: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof from !== "object" || from === null || found.has(from)) return found;
  found.add(from);
  for (const key of Reflect.ownKeys(from)) reachable(Reflect.get(from, key), found);
  return found;
}

test("what a connector's tool is given leads to no database, no vault and no secret", async () => {
  const { id, key } = await api.organization();
  const connection = await api.connection(id, "prueba");
  expect((await callTool(api.app, look.id, {}, { key, connection })).status).toBe(200);
  if (given === null) throw new TypeError("the tool has run");
  const { db, vault, secret, emissionQueue } = api.appDeps;
  const found = reachable(given);
  expect(found.size).toBeGreaterThan(4);
  for (const one of [db, vault, secret, emissionQueue]) expect(found.has(one)).toBe(false);
  // An act's tool reaches them, and for the same organization.
  expect(reachable(actContextOf(given)).has(vault)).toBe(true);
  expect(actContextOf(given).organization).toEqual(given.organization);
});
