import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { silentLog } from "#tests/support/log.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { findCalls } from "./record-call.ts";
import { maintainAuditPartitions } from "./maintain-partitions.ts";
import { recordCall, type CallRecord } from "./record-call.ts";

const own = "org_00000000000000000000000001";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await plantRow(database, { name: "organizations", owner: "id" }, own);
});
afterEach(async () => {
  await database.owner("delete from audit");
  for (const name of await partitions()) {
    if (name !== "audit_default") await database.owner(`drop table ${name}`);
  }
});
afterAll(() => database.close());

const at = (instant: string) => ({
  db: database.keeper,
  log: silentLog,
  clock: { now: () => new Date(instant) },
});

const maintain = (instant: string) => maintainAuditPartitions(at(instant));

async function partitions(): Promise<string[]> {
  const rows = await database.owner(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = 'audit'::regclass order by 1`,
  );
  return rows.map(({ name }) => String(name));
}

function record(requestId: string, instant: string, outcome = "ok"): Promise<void> {
  const call: CallRecord = {
    requestId,
    organizationId: own,
    at: new Date(instant),
    plane: "action",
    operation: "echo.mensaje.repetir",
    operationRequestId: null,
    actor: { kind: "api_key", id: "key_1" },
    connectionId: null,
    outcome,
    httpStatus: 200,
    latencyMs: 1,
    idempotency: null,
    traceLabel: null,
    clientLabel: null,
    countedIn: null,
    source: null,
  };
  return recordCall(database.db, call);
}

async function placeOf(requestId: string): Promise<string[]> {
  const rows = await database.owner(
    "select tableoid::regclass::text as place from audit where request_id = $1",
    [requestId],
  );
  return rows.map(({ place }) => String(place));
}

async function waitingForLocks(): Promise<number> {
  const rows = await database.owner(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.["waiting"]);
}

test("makes the current month and the next two, over the end of a year too", async () => {
  const first = await maintain("2026-11-30T23:59:59.999Z");
  expect(first).toEqual({ made: ["audit_2026_11", "audit_2026_12", "audit_2027_01"], dropped: [] });
  expect(await maintain("2026-11-30T23:59:59.999Z")).toEqual({ made: [], dropped: [] });
  const next = await maintain("2026-12-01T00:00:00.000Z");
  expect(next.made).toEqual(["audit_2027_02"]);
});

test("running it many times at once makes each month once", async () => {
  const runs = await Promise.all(
    Array.from({ length: 6 }, () => maintain("2026-11-15T00:00:00.000Z")),
  );
  expect(runs.flatMap(({ made }) => made)).toHaveLength(3);
  expect(await partitions()).toHaveLength(4);
});

test("a call goes into its month to the millisecond, and into the default partition without one", async () => {
  await maintain("2026-11-15T00:00:00.000Z");
  await record("req_last", "2026-11-30T23:59:59.999Z");
  await record("req_first", "2026-12-01T00:00:00.000Z");
  await record("req_early", "2026-10-31T23:59:59.999Z");
  expect(await placeOf("req_last")).toEqual(["audit_2026_11"]);
  expect(await placeOf("req_first")).toEqual(["audit_2026_12"]);
  expect(await placeOf("req_early")).toEqual(["audit_default"]);
});

test("calls recorded before their month was made are moved into it, none lost or doubled", async () => {
  await record("req_a", "2026-11-01T00:00:00.000Z");
  await record("req_b", "2026-12-31T23:59:59.999Z");
  await record("req_c", "2027-06-01T00:00:00.000Z");
  expect(await placeOf("req_a")).toEqual(["audit_default"]);
  await maintain("2026-11-15T00:00:00.000Z");
  expect(await placeOf("req_a")).toEqual(["audit_2026_11"]);
  expect(await placeOf("req_b")).toEqual(["audit_2026_12"]);
  expect(await placeOf("req_c")).toEqual(["audit_default"]);
});

test("a call that comes while its month is being made waits for it", async () => {
  await database.keeper
    .transaction("*", async (db) => {
      await db.run(
        { name: "audit.test", text: "select maintain_audit_partitions($1, 24)", repeatable: false },
        ["2026-11-15T00:00:00.000Z"],
      );
      const coming = record("req_a", "2026-11-15T00:00:00.000Z");
      await expect.poll(waitingForLocks).toBe(1);
      // Not awaited here: it continues when this transaction ends.
      return { coming };
    })
    .then(({ coming }) => coming);
  expect(await placeOf("req_a")).toEqual(["audit_2026_11"]);
});

test("a month is kept for 24 months after it began and then dropped whole", async () => {
  await maintain("2026-11-15T00:00:00.000Z");
  await record("req_old", "2026-11-30T23:59:59.999Z");
  await record("req_last", "2028-11-30T23:59:59.999Z");
  expect((await maintain("2028-11-30T23:59:59.999Z")).dropped).toEqual([]);
  expect(await placeOf("req_old")).toEqual(["audit_2026_11"]);
  await record("req_new", "2028-12-01T00:00:00.000Z");
  expect((await maintain("2028-12-01T00:00:00.000Z")).dropped).toEqual(["audit_2026_11"]);
  expect(await placeOf("req_old")).toEqual([]);
  expect(await partitions()).toContain("audit_2026_12");
});

test("rows in the default partition are dropped at the same age", async () => {
  await record("req_gone", "2026-10-31T23:59:59.999Z");
  await record("req_kept", "2026-11-01T00:00:00.000Z");
  await record("req_newest", "2028-11-01T00:00:00.000Z");
  await maintain("2028-11-15T00:00:00.000Z");
  expect(await placeOf("req_gone")).toEqual([]);
  expect(await placeOf("req_kept")).toEqual(["audit_default"]);
});

test("a clock far ahead of the newest call drops nothing that must be kept", async () => {
  await maintain("2026-11-15T00:00:00.000Z");
  await record("req_default", "2024-10-31T00:00:00.000Z");
  await record("req_old", "2026-11-15T00:00:00.000Z");
  await record("req_new", "2028-11-15T00:00:00.000Z");
  expect((await maintain("2999-01-01T00:00:00.000Z")).dropped).toEqual([]);
  expect(await placeOf("req_old")).toEqual(["audit_2026_11"]);
  expect(await placeOf("req_default")).toEqual([]);
});

test("a new month has the same policies and keys as the others", async () => {
  await maintain("2026-11-15T00:00:00.000Z");
  await record("req_a", "2026-11-15T00:00:00.000Z");
  const direct = { name: "audit_direct", text: "select 1 from audit_2026_11", repeatable: false };
  await expect(database.db.transaction(own, (db) => db.run(direct, []))).rejects.toMatchObject({
    code: "42501",
  });
  const strangers = "org_00000000000000000000000002";
  const all = { name: "audit_all", text: "select 1 from audit", repeatable: false };
  expect(await database.db.transaction(strangers, (db) => db.run(all, []))).toEqual([]);
  const constraints = await database.owner(
    "select contype::text as kind from pg_constraint where conrelid = 'audit_2026_11'::regclass order by 1",
  );
  expect(constraints.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["f", "f", "p"]));
});

test("a call's newest row is found by its request: its end, not its start", async () => {
  await record("req_a", "2026-11-15T00:00:00.000Z", "started");
  await record("req_a", "2026-12-01T00:00:00.000Z", "ok");
  expect(await findCalls(at("2026-12-15T00:00:00.000Z"), "req_a")).toMatchObject([
    { requestId: "req_a", organizationId: own, outcome: "ok", actorKind: "api_key" },
  ]);
  expect(await findCalls(at("2026-12-15T00:00:00.000Z"), "req_none")).toEqual([]);
});
