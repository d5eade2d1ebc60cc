import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { maintainAuditPartitions } from "#lib/audit/index.ts";
import { revokeKey } from "#lib/identity/index.ts";
import { foldRateWindows } from "#lib/limits/index.ts";
import { dropExpiredResponses } from "#lib/idempotency/index.ts";
import {
  callTool,
  testApi,
  type CallOptions,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { probeMovements, storeProbeRows } from "#tests/support/scenes/probe-rows.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

// The deployed service connects like this; every other test file uses pg.
let api: TestApi;
let own: TestOrganization;
let connection: string;

beforeAll(async () => {
  api = await testApi({
    connectors: [...connectors, probeConnector().connector],
    database: await testDatabase({ driver: "neon" }),
  });
  own = await api.organization();
  connection = await api.connection(own.id, "prueba");
});
afterAll(() => api.close());

const call = (toolId: string, input: unknown, options: CallOptions = {}) =>
  callTool(api.app, toolId, input, { key: own.key, connection, ...options });

test("a sealed answer is stored and returned again", async () => {
  const idempotencyKey = randomUUID();
  const emit = () => call("prueba.documento.emitir", { texto: "uno" }, { idempotencyKey });
  const stored = await emit();
  expect(stored.body.meta["idempotency"]).toBe("stored");
  const again = await emit();
  expect(again.body.meta["idempotency"]).toBe("replayed");
  expect(again.body.data).toEqual(stored.body.data);
  const conflict = await call("prueba.documento.emitir", { texto: "dos" }, { idempotencyKey });
  expectRefusal(conflict, "idempotency_conflict");
});

test("stored rows are read page by page, and every call is recorded and counted", async () => {
  await storeProbeRows(api, own.id, connection, probeMovements(25));
  const seen: unknown[] = [];
  let cursor: unknown = null;
  do {
    const input = { limit: 10, ...(cursor !== null && { cursor }) };
    const { body } = await call("prueba.movimientos.consultar", input);
    expect(body.meta["audit_status"]).toBe("recorded");
    seen.push(...((body.data?.["movimientos"] ?? []) as unknown[]));
    cursor = body.data?.["cursor"];
  } while (cursor !== null && seen.length < 100);
  expect(seen).toHaveLength(25);
  const [used] = await api.database.owner(
    "select sum(calls)::int as calls from usage_slots where connection_id = $1",
    [connection],
  );
  expect(used?.["calls"]).toBeGreaterThanOrEqual(3);
});

test("the connections are listed with their lists and instants", async () => {
  const { body } = await call("conexiones.estado.consultar", {});
  expect(body.data?.["conexiones"]).toMatchObject([
    { id: connection, sistema: "prueba", alcances: ["movimientos", "documentos"] },
  ]);
});

test("a revoked key is refused by the very next call", async () => {
  const { id, key } = await api.key(own.id, ["echo:read"]);
  expect((await callTool(api.app, "echo.mensaje.repetir", { mensaje: "a" }, { key })).status).toBe(
    200,
  );
  await revokeKey(api.contextOf(own.id), id);
  expectRefusal(await callTool(api.app, "echo.mensaje.repetir", {}, { key }), "unauthorized");
});

test("housekeeping does its work", async () => {
  const { made } = await maintainAuditPartitions({ ...api.deps, db: api.database.keeper });
  expect(made).toHaveLength(3);
  await foldRateWindows({ ...api.deps, db: api.database.keeper });
  await dropExpiredResponses(api.deps);
  const kept = await api.database.owner(
    "select 1 from idempotency_keys where response is not null and organization_id = $1",
    [own.id],
  );
  expect(kept).toHaveLength(1);
});
