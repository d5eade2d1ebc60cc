import { AsyncLocalStorage } from "node:async_hooks";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { actors } from "#lib/db/actors.ts";
import type { Context } from "#lib/db/context.ts";
import type { Database } from "#lib/db/database.ts";
import { createConnection } from "#lib/connections/index.ts";
import { createOrganization } from "#lib/identity/index.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { countedDatabase } from "#tests/support/databases/counted-database.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { silentLog } from "#tests/support/log.ts";
import { CallRecords } from "./call-records.ts";
import { recordCalls, type CallRecord } from "./record-call.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

let organizationId: string;
let one: string;
let other: string;
beforeEach(async () => {
  ({ organizationId, one, other } = await companies());
});

async function companies() {
  const system = { db: database.db, clock: systemClock, log: silentLog };
  const organization = await createOrganization(system, { name: "Comercial Ñuble" });
  const ctx: Context = { ...system, organization, actor: actors.system("tests"), requestId: "req" };
  const connect = (nombre: string) =>
    createConnection(ctx, {
      connector: "banco_a",
      nombre,
      rut: null,
      razonSocial: null,
      alcances: [],
      credencial: "ausente",
    });
  return {
    organizationId: organization.id,
    one: await connect("Uno"),
    other: await connect("Otro"),
  };
}

function call(more: Partial<CallRecord> = {}): CallRecord {
  const at = new Date("2027-03-10T12:00:00.123Z");
  return {
    requestId: newId("req", at),
    organizationId,
    at,
    plane: "action",
    operation: "banco_a.movimientos.consultar",
    operationRequestId: null,
    actor: { kind: "api_key", id: "key_1", onBehalfOf: "usr_1", clientId: "cli_1" },
    connectionId: one,
    outcome: "ok",
    httpStatus: 200,
    latencyMs: 7,
    idempotency: null,
    traceLabel: "t",
    clientLabel: null,
    countedIn: "2027-03",
    source: { network: "192.0.2.0/24", hash: Buffer.from("0102ff", "hex") },
    ...more,
  };
}

const rowsOf = (id: string) =>
  database.owner("select * from audit where organization_id = $1 order by request_id", [id]);

async function counted(): Promise<Record<string, number>> {
  const rows = await database.owner(
    `select connection_id || ' ' || periodo as name, sum(calls)::int as calls from usage_slots
     where organization_id = $1 group by 1`,
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ name, calls }) => [String(name), Number(calls)]));
}

/** The real database, except for how it runs a statement. */
function databaseThat(run: Database["run"]): Database {
  const { app } = database;
  return {
    orm: app.orm,
    run,
    transaction: (...given) => app.transaction(...given),
    close: () => app.close(),
  };
}

test("records that arrive while one is being written are written together, each as it would be alone", async () => {
  const { database: db, asked } = countedDatabase(database.app);
  const stranger = await companies();
  const calls = [
    call(),
    ...Array.from({ length: 20 }, () => call()),
    ...Array.from({ length: 3 }, () => call({ connectionId: other })),
    call({ countedIn: "2027-04" }),
    call({ connectionId: null, countedFor: [one, other] }),
    call({ connectionId: null, countedIn: null, actor: { kind: "member", id: "usr_1" } }),
    call({ countedIn: null, outcome: "started", httpStatus: null, source: null, calls: 4 }),
    call({ organizationId: stranger.organizationId, connectionId: stranger.one }),
  ];
  const records = new CallRecords();
  await Promise.all(calls.map((row) => records.add(db, row)));

  expect(asked.map(({ name }) => name).toSorted()).toEqual([
    "audit.record",
    "audit.record",
    "audit.record_together",
  ]);
  expect(await counted()).toEqual({
    [`${one} 2027-03`]: 22,
    [`${one} 2027-04`]: 1,
    [`${other} 2027-03`]: 4,
  });
  const own = calls.filter((row) => row.organizationId === organizationId);
  const together = await rowsOf(organizationId);
  expect(together).toHaveLength(own.length);
  expect(await rowsOf(stranger.organizationId)).toHaveLength(1);

  const alone = new CallRecords();
  await database.owner("delete from audit where organization_id = $1", [organizationId]);
  for (const row of own) await alone.add(database.app, row);
  expect(await rowsOf(organizationId)).toEqual(together);
});

test("a row that cannot be written fails alone", async () => {
  const records = new CallRecords();
  const rows = [call(), call(), call({ outcome: "nul \u0000" }), call()];
  const ends = await Promise.allSettled(rows.map((row) => records.add(database.app, row)));
  expect(ends.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(await rowsOf(organizationId)).toHaveLength(3);
  expect(await counted()).toEqual({ [`${one} 2027-03`]: 3 });
  await records.add(database.app, call());
  expect(await rowsOf(organizationId)).toHaveLength(4);
});

test.each([
  ["a connection that was lost", "ECONNRESET"],
  ["what nobody has a name for", "ENETUNREACH"],
  ["what looks like a state of the server's", "EPERM"],
])("after %s no statement is repeated and no call is recorded twice", async (_what, code) => {
  const asked: unknown[] = [];
  const losing = databaseThat(async (statement, values) => {
    // The driver repeats what is repeatable by itself.
    asked.push([statement.name, statement.repeatable]);
    const rows = await database.app.run<never>(statement, values);
    if (statement.name !== "audit.record_together") return rows;
    throw Object.assign(new Error("lost behind the commit"), { code });
  });
  const records = new CallRecords();
  const rows = Array.from({ length: 6 }, () => call());
  const ends = await Promise.allSettled(rows.map((row) => records.add(losing, row)));
  expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(5);
  expect(asked).toEqual([
    ["audit.record", false],
    ["audit.record_together", false],
  ]);
  expect(await rowsOf(organizationId)).toHaveLength(6);
  expect(await counted()).toEqual({ [`${one} 2027-03`]: 6 });
});

test("if the database is lost while records are tried one by one, the others do not wait for it", async () => {
  const asked: string[] = [];
  const leaving = databaseThat(async (statement, values) => {
    asked.push(statement.name);
    if (asked.length < 4) return database.app.run(statement, values);
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  });
  const records = new CallRecords();
  const rows = [call(), call(), call(), call({ outcome: "nul \u0000" }), call()];
  const ends = await Promise.allSettled(rows.map((row) => records.add(leaving, row)));
  expect(ends.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    ...Array<string>(3).fill("rejected"),
  ]);
  expect(asked).toEqual(["audit.record", "audit.record_together", "audit.record", "audit.record"]);
  expect(await rowsOf(organizationId)).toHaveLength(2);
});

test("a connection that stopped answering holds up no later record", async () => {
  const answers = Promise.withResolvers<void>();
  let silent = 1;
  const stuck = databaseThat(async (statement, values) => {
    if (silent-- > 0) await answers.promise;
    return database.app.run(statement, values);
  });
  const records = new CallRecords();
  const first = records.add(stuck, call());
  await Promise.all([records.add(stuck, call()), records.add(stuck, call())]);
  expect(await rowsOf(organizationId)).toHaveLength(2);
  answers.resolve();
  await first;
  expect(await counted()).toEqual({ [`${one} 2027-03`]: 3 });
}, 30_000);

test("nor those waiting behind it to be tried one by one", async () => {
  const asked: string[] = [];
  const answers = Promise.withResolvers<void>();
  const stuck = databaseThat(async (statement, values) => {
    asked.push(statement.name);
    if (asked.length === 3) await answers.promise;
    return database.app.run(statement, values);
  });
  const records = new CallRecords();
  const add = (more: Partial<CallRecord> = {}) => records.add(stuck, call(more));
  const [first, silent, third] = [add(), add(), add()];
  await expect(add({ outcome: "nul \u0000" })).rejects.toThrow();
  await Promise.all([first, third]);
  expect(await rowsOf(organizationId)).toHaveLength(2);
  answers.resolve();
  await silent;
  expect(await counted()).toEqual({ [`${one} 2027-03`]: 3 });
}, 30_000);

test("nothing of another organization is written with one's own", async () => {
  const stranger = await companies();
  const { organizationId: id, one: connectionId } = stranger;
  const foreign = call({ organizationId: id, connectionId, countedIn: null });
  await recordCalls(database.app, organizationId, [call(), foreign]);
  expect(await rowsOf(organizationId)).toHaveLength(1);
  expect(await rowsOf(id)).toEqual([]);
});

test("calls are counted for their own connection and month, whichever was counted before", async () => {
  for (const more of [{}, { connectionId: other }, { countedIn: "2027-04" }]) {
    await recordCalls(database.app, organizationId, [call(more), call(more)]);
  }
  expect(await counted()).toEqual({
    [`${one} 2027-03`]: 2,
    [`${one} 2027-04`]: 2,
    [`${other} 2027-03`]: 2,
  });
});

test("calls are counted in another slot while somebody else counts for the same connections", async () => {
  const both = () => call({ connectionId: null, countedFor: [one, other] });
  await recordCalls(database.app, organizationId, [both()]);
  const counting = new Client({ connectionString: database.url });
  await counting.connect();
  try {
    await counting.query("begin");
    await counting.query("select set_config('app.org_id', $1, true)", [organizationId]);
    const { rowCount } = await counting.query("select from usage_slots for update");
    expect(rowCount).toBe(2);
    await recordCalls(database.app, organizationId, [both(), both()]);
    await counting.query("rollback");
  } finally {
    await counting.end();
  }
  expect(await counted()).toEqual({ [`${one} 2027-03`]: 3, [`${other} 2027-03`]: 3 });
});

test("a statement is logged under a request whose record it writes", async () => {
  const request = new AsyncLocalStorage<string>();
  const told: unknown[] = [];
  const telling = databaseThat((statement, values) => {
    told.push([request.getStore(), statement.name]);
    return database.app.run(statement, values);
  });
  const records = new CallRecords();
  const as = (name: string, more: Partial<CallRecord> = {}) =>
    request.run(name, () => records.add(telling, call(more)));
  const bad = { outcome: "nul \u0000" };
  await Promise.allSettled([as("a"), as("b"), as("c", bad)]);
  await as("d");
  expect(told).toEqual([
    ["a", "audit.record"],
    ["b", "audit.record_together"],
    ["b", "audit.record"],
    ["c", "audit.record"],
    ["d", "audit.record"],
  ]);
});
