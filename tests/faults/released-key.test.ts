import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { updateOrganization } from "#lib/identity/index.ts";
import { fingerprintOf } from "#lib/idempotency/index.ts";
import {
  callTool,
  testApi,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";

// Despite an unpaid bill a call is allowed if its key has an answer. If the key is given up between that check and
// the claim, the call would be new, and must be refused.

let api: TestApi;
let owner: TestOrganization;
/** What happens right after a call's next transaction, which is the check of its key. */
let afterTheLook: (() => Promise<unknown>) | null = null;
beforeAll(async () => {
  const database = await testDatabase();
  const { app: real } = database;
  const app: typeof real = {
    orm: real.orm,
    run: (statement, values) => real.run(statement, values),
    transaction: async (...given) => {
      const result = await real.transaction(...given);
      const next = afterTheLook;
      afterTheLook = null;
      await next?.();
      return result;
    },
    close: () => real.close(),
  };
  api = await testApi({ database: { ...database, app } });
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await api.organization();
});

const pastDue = { error: { code: "billing_past_due" } };

test.each([
  ["an answer", "conexiones.enlace.crear", null],
  ["an operation", "tributario.dte.emitir", "oper_1"],
])("a key that is given up before %s of it is looked for", async (_what, toolId, operationId) => {
  const input =
    operationId === null
      ? { sistema: "tributario", modo: "crear" }
      : { previewRef: "prv_01k2exampe0000000000000000" };
  const connection = await api.connection(owner.id, "tributario");
  const connectionId = operationId === null ? null : connection;
  const key = randomUUID();
  const tool = await api.deps.catalogue.find(toolId);
  const call = { key, toolId, connectionId, input: tool?.input.parse(input) };
  const inLedger = operationId !== null;
  await api.database.owner(
    `insert into idempotency_keys (organization_id, key, tool_id, connection_id, fingerprint, state,
      operation_id, token, lease_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      owner.id,
      key,
      toolId,
      connectionId,
      fingerprintOf(call),
      inLedger ? "ledger" : "running",
      operationId,
      inLedger ? null : "token_1",
      inLedger ? null : new Date(api.clock.now().getTime() + 60_000),
      api.clock.now(),
    ],
  );
  await updateOrganization(api.deps, owner.id, { billing: "past_due" });
  let released = 0;
  afterTheLook = async () => {
    released += 1;
    await api.database.owner("delete from idempotency_keys where key = $1", [key]);
  };
  const { body } = await callTool(api.app, toolId, input, {
    key: owner.key,
    idempotencyKey: key,
    ...(connectionId !== null && { connection: connectionId }),
  });
  expect(released).toBe(1);
  expect(body).toMatchObject(pastDue);
  const left = `select (select count(*)::int from links where organization_id = $1) as links,
    (select count(*)::int from operations where organization_id = $1) as operations,
    (select count(*)::int from idempotency_keys where organization_id = $1) as keys`;
  expect(await api.database.owner(left, [owner.id])).toEqual([
    { links: 0, operations: 0, keys: 0 },
  ]);
});
