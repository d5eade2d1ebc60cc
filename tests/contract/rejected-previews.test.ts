import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { connectors } from "#lib/tools/connectors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { answerableCodes } from "#lib/tools/answerable-codes.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";
import {
  callTool,
  testApi,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

/* What a person rejected is issued by no tool, and each documents what it answers. */

const tools = createCatalogue(connectors).tools;
const emitting = tools.filter(({ input }) => {
  const { required = [] } = z.toJSONSchema(input, { io: "input" });
  return required.includes("previewRef");
});

let api: TestApi;
let owner: TestOrganization;
beforeAll(async () => {
  api = await testApi();
  owner = await api.organization();
});
afterAll(() => api.close());

async function rejected(kind: string, connection: string): Promise<string> {
  const now = api.clock.now();
  const id = newId("prv", now);
  await api.database.owner(
    `insert into preparations (id, organization_id, connection_id, kind, actor_kind, actor_id, document,
       document_hash, tipo_dte, state, rejected_by, expires_at, created_at)
     values ($1, $2, $3, $4, 'api_key', $5, '', 'hash', 33, 'pending', 'usr_1', $6, $7)`,
    [id, owner.id, connection, kind, owner.keyId, new Date(now.getTime() + 60_000), now],
  );
  return id;
}

test("there are tools that issue a preview", () => expect(emitting).toHaveLength(5));

test.each(emitting)("$id documents its answer to a rejected preview", async (tool) => {
  const [, kind = ""] = tool.id.split(".");
  const connection = await api.connection(owner.id, tool.connector);
  const input = { previewRef: await rejected(kind, connection) };
  const caller = { key: owner.key, connection, idempotencyKey: randomUUID() };
  const answer = await callTool(api.app, tool.id, input, caller);
  expectRefusal(answer, "forbidden");
  expect(answer.body.error?.details).toEqual({ reason: "rechazada" });
  expect(answer.body.error?.suggested_fix).toMatch(/rechazada.+make a new one, or stop/);
  expect(answerableCodes(tool)).toContain("forbidden");
});
