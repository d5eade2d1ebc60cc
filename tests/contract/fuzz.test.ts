import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { isErrorCode } from "#lib/kernel/errors/index.ts";
import type { Tool } from "#lib/contract/index.ts";
import {
  callTool,
  testApi,
  type Answered,
  type CallOptions,
  type TestApi,
} from "#tests/support/scenes/api.ts";
import { bodiesAround } from "#tests/support/bodies-around.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
const numRuns = Number(process.env["FUZZ_RUNS"] ?? 80);
const runs = { seed, numRuns, endOnFailure: true };
/** Avoids using up a key's requests or its recorded refusals of one minute (60). */
const betweenCallsMs = 1_500;

const probe = probeConnector();
// One probe tool fails on purpose.
const probes = probe.connector.tools.filter(({ id }) => id !== "prueba.contrato.romper");
const tools = [...connectors.flatMap((connector) => connector.tools), ...probes];

let api: TestApi;
beforeAll(async () => {
  console.log(`fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${runs.numRuns}`);
  api = await testApi({ connectors: [...connectors, probe.connector] });
});
afterAll(() => api.close());

test("every tool of the catalogue is fuzzed", () => {
  expect(tools.length).toBeGreaterThan(90);
});

const headers = fc.record({
  connection: fc.oneof(
    { weight: 4, arbitrary: fc.constant("own") },
    fc.constantFrom("none", "", "conn_", "conn_00000000000000000000000000"),
    fc.stringMatching(/^[ -~]{0,40}$/),
  ),
  idempotencyKey: fc.oneof(
    { weight: 4, arbitrary: fc.uuid({ version: 4 }) },
    fc.constantFrom("none", "", "{}"),
    fc.stringMatching(/^[ -~]{0,40}$/),
  ),
  label: fc.stringMatching(/^[ -~\u00a0-\u00ff]{0,300}$/),
});

function optionsOf(
  given: { connection: string; idempotencyKey: string; label: string },
  own: string | null,
): CallOptions {
  const connection = given.connection === "own" ? own : given.connection;
  return {
    headers: { "x-client-trace-id": given.label, "x-connect-client": given.label },
    ...(connection !== null && connection !== "none" && { connection }),
    ...(given.idempotencyKey !== "none" && { idempotencyKey: given.idempotencyKey }),
  };
}

/** Tools that contact a system wait for a worker, and there is none: the connection has no credential. */
async function connectionFor(tool: Tool, organizationId: string): Promise<string | null> {
  if (!tool.needsConnection) return null;
  const connection = await api.connection(organizationId, tool.connector);
  // A mail has no preview that would refuse it first.
  if (tool.effect === "live" || tool.id === "correo.correo.enviar") {
    await updateConnection(api.deps, connection, { credencial: "ausente" });
  }
  return connection;
}

/** A 5xx counts as a fault only if the tool does not declare it, as upstream errors are. */
function expectAnswer(answer: Answered, tool: Tool): void {
  const code = answer.body.error?.code;
  if (code === undefined) {
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual(["data", "meta"]);
    expect(answer.headers.get("x-request-id")).toBe(answer.body.meta["request_id"]);
    return;
  }
  if (!isErrorCode(code)) throw new TypeError(`${code} is no code of the catalogue`);
  expectRefusal(answer, code);
  if (answer.status >= 500) expect(tool.errors).toContain(code);
}

describe.each(tools)("$id", (tool) => {
  test("answers any input in the one format, recorded, and never with a fault of its own", async () => {
    const organization = await api.organization();
    const connection = await connectionFor(tool, organization.id);
    const seen = new Set<string>();
    const kinds = new Set<string>();
    const example = tool.example.input as Record<string, unknown>;
    await fc.assert(
      fc.asyncProperty(bodiesAround(example), headers, async (mutation, given) => {
        api.clock.advance(betweenCallsMs);
        const answer = await callTool(api.app, tool.id, null, {
          key: organization.key,
          ...optionsOf(given, connection),
          raw: mutation.body,
        });
        expectAnswer(answer, tool);
        expect(answer.body.meta["audit_status"]).toBe("recorded");
        seen.add(String(answer.body.meta["request_id"]));
        kinds.add(answer.body.error?.code ?? "ok");
      }),
      runs,
    );
    const [recorded] = await api.database.owner(
      "select count(*)::int as calls from audit where outcome <> 'started' and request_id = any($1)",
      [[...seen]],
    );
    expect(seen.size).toBe(runs.numRuns);
    expect(recorded).toEqual({ calls: seen.size });
    // Noise alone would always meet the same refusal; these inputs are almost valid.
    expect(kinds.size).toBeGreaterThanOrEqual(3);
  }, 120_000);

  test("answers its own example, and every example with one field missing", async () => {
    const organization = await api.organization();
    const connection = await connectionFor(tool, organization.id);
    const example = tool.example.input as Record<string, unknown>;
    const inputs = [
      example,
      ...Object.keys(example).map((key) => ({ ...example, [key]: undefined })),
    ];
    for (const input of inputs) {
      const answer = await callTool(api.app, tool.id, input, {
        key: organization.key,
        idempotencyKey: randomUUID(),
        ...(connection !== null && { connection }),
      });
      expectAnswer(answer, tool);
    }
  });
});

test("nothing of it reached a prototype", () => {
  expect({}).not.toHaveProperty("polluted");
});
