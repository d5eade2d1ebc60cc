import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { Refusals } from "#lib/limits/index.ts";
import { callTool, testApi, type CallOptions, type TestApi } from "#tests/support/scenes/api.ts";
import { measuringLog } from "#tests/support/log.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

const read = "prueba.movimientos.consultar";
const probe = probeConnector();

let api: TestApi;
beforeAll(async () => {
  api = await testApi({ connectors: [probe.connector] });
});
afterAll(() => api.close());

async function caller() {
  const organization = await api.organization({ plan: "free" });
  const connection = await api.connection(organization.id, "prueba");
  const call = (toolId: string, input: unknown, options: CallOptions = {}, app = api.app) =>
    callTool(app, toolId, input, { key: organization.key, connection, ...options });
  return { organization, connection, call };
}

async function callsOf(connection: string): Promise<Record<string, number>> {
  const rows = await api.database.owner(
    "select periodo, sum(calls)::int as calls from usage_slots where connection_id = $1 group by 1",
    [connection],
  );
  return Object.fromEntries(rows.map(({ periodo, calls }) => [String(periodo), Number(calls)]));
}

const march = "2027-03-10T12:00:00.000Z";

/** Counts calls as made, in one slot. */
const use = (connection: string, organizationId: string, periodo: string, calls: number) =>
  api.database.owner(
    `insert into usage_slots (id, organization_id, connection_id, periodo, calls)
     values ($1, $2, $3, $4, $5)`,
    [randomUUID(), organizationId, connection, periodo, calls],
  );

test("an answer that is counted and then cannot be kept is counted once", async () => {
  const { organization, connection, call } = await caller();
  await use(connection, organization.id, "2027-03", 990);
  const { vault } = api.appDeps;
  const broken = new Proxy(vault, {
    get: (target, name) =>
      name === "seal"
        ? () => Promise.reject(new Error("the key service is unreachable"))
        : Reflect.get(target, name, target),
  });
  const app = createApi({
    ...api.appDeps,
    clock: { now: () => new Date(march) },
    vault: broken,
  });
  const { status } = await call(read, {}, { idempotencyKey: randomUUID() }, app);
  expect(status).toBeGreaterThanOrEqual(500);
  expect(await callsOf(connection)).toEqual({ "2027-03": 991 });
});

test("the last calls are measured, and write down the refusals of the minute before", async () => {
  const { organization, connection, call } = await caller();
  const { log, measured } = measuringLog();
  let now = new Date(march);
  const clock = { now: () => now };
  const app = createApi({ ...api.appDeps, log, clock, refusals: new Refusals(clock) });
  for (let n = 0; n < 62; n++) await call("prueba.nada.leer", {}, {}, app);
  await use(connection, organization.id, "2027-03", 999);
  now = new Date(now.getTime() + 60_000);
  const before = measured("call").length;
  expect((await call(read, {}, {}, app)).status).toBe(200);
  expect(measured("call").slice(before)).toMatchObject([{ owner: "none", Calls: 1 }]);
  const counted = await api.database.owner(
    "select calls from audit where organization_id = $1 and operation = 'refusals.counted'",
    [organization.id],
  );
  expect(counted).toEqual([{ calls: 2 }]);
  expectRefusal(await call(read, {}, {}, app), "quota_exceeded");
  expect(measured("call").slice(before + 1)).toMatchObject([{ owner: "client", Calls: 1 }]);
});
