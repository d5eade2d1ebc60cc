import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SystemContext } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { measuringLog } from "#tests/support/log.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { countPast, prune } from "./index.ts";
import { prunes } from "./terms.ts";

const minute = 60_000;
const day = 86_400_000;
const start = new Date("2026-11-15T12:00:00Z");
const organization = newId("org", start);
const { log, measured } = measuringLog();

let database: TestDatabase;
let ctx: SystemContext;
let now: Date;
beforeAll(async () => {
  database = await testDatabase();
  ctx = { db: database.keeper, log, clock: { now: () => now } };
});
afterAll(() => database.close());
beforeEach(async () => {
  now = start;
  const tables = [...new Set(prunes.flatMap(({ prunings }) => prunings.map(({ table }) => table)))];
  await database.owner(`truncate ${tables.join(", ")} cascade`);
});

const ago = (ms: number): string => new Date(start.getTime() - ms).toISOString();
const plant = (name: string, row: object): Promise<void> =>
  plantRow(database, { name, owner: "organization_id" }, organization, row);

async function left(table: string, column = "id"): Promise<unknown[]> {
  const rows = await database.owner(`select ${column} as id from ${table} order by 1`);
  return rows.map(({ id }) => id);
}

const keys = (): Promise<unknown[]> => left("idempotency_keys", "key");

/** Six calendar years. */
const sixYears = start.getTime() - Date.parse("2020-11-15T12:00:00Z");
const twoYears = start.getTime() - Date.parse("2024-11-15T12:00:00Z");

const done = (at: string) => ({
  state: "rejected",
  barrier_at: at,
  created_at: at,
  finished_at: at,
});

/** For each table where its rows' term counts from, and how long they are kept. */
const ageing: [table: string, keptMs: number, row: (at: string, id: string) => object][] = [
  ["sync_jobs", 90 * day, (at) => ({ status: "failed", finished_at: at })],
  ["links", 90 * day, (at, id) => ({ state: "annulled", expires_at: at, token_hash: hex(id) })],
  [
    "links",
    90 * day,
    (at, id) => ({ state: "consumed", consumed_at: at, expires_at: ago(0), token_hash: hex(id) }),
  ],
  ["webhook_events", 90 * day, (at) => ({ created_at: at })],
  ["preparations", day, (at) => ({ state: "confirmed", expires_at: at })],
  ["preparations", sixYears, (at) => ({ state: "consumed", expires_at: at })],
  ["operations", sixYears, (at) => done(at)],
  ["operations", sixYears, (at) => ({ ...done(ago(2 * sixYears)), finished_at: at })],
  ["api_keys", twoYears, (at, id) => ({ revoked_at: at, hash: hex(id) })],
  ["api_keys", twoYears, (at, id) => ({ expires_at: at, hash: hex(id) })],
];
const hex = (text: string): string => `\\x${Buffer.from(text).toString("hex")}`;

test.each(ageing)("a row of %s goes when its term of %d ms is over", async (table, keptMs, row) => {
  await plant(table, { id: "a_over", ...row(ago(keptMs + minute), "over") });
  await plant(table, { id: "b_not_yet", ...row(ago(keptMs - minute), "not yet") });
  await plant(table, { id: "c_young", ...row(ago(keptMs - 3 * minute), "young") });
  expect(await countPast(ctx)).toMatchObject({ [table]: 1 });
  await prune(ctx);
  expect(await left(table)).toEqual(["b_not_yet", "c_young"]);
  now = new Date(start.getTime() + 2 * minute);
  await prune(ctx);
  expect(await left(table)).toEqual(["c_young"]);
});

test("the key of a stored answer goes after 90 days, one for what cannot be undone never", async () => {
  const held = { token: "t", lease_until: ago(0) };
  const key = (name: string, at: number, also: object) =>
    plant("idempotency_keys", { key: name, created_at: ago(at), ...held, ...also });
  const finished = { state: "finished", tool_id: "conexiones.enlace.crear" };
  const ledger = { state: "ledger", token: null, lease_until: null, operation_id: "oper_1" };
  await key("a", 90 * day + minute, finished);
  await key("b", 90 * day - minute, finished);
  await key("c", 900 * day, { ...finished, tool_id: "tributario.carpeta.cerrar" });
  await key("d", 900 * day, ledger);
  await prune(ctx);
  expect(await keys()).toEqual(["b", "c", "d"]);
});

test("the key of a call that died goes after 90 days, unless its act cannot be undone", async () => {
  const died = (key: string, created: number, lease: number, tool = "conexiones.enlace.crear") =>
    plant("idempotency_keys", {
      key,
      state: "running",
      tool_id: tool,
      token: "t",
      created_at: ago(created),
      lease_until: ago(lease),
    });
  await died("a", 91 * day, 90 * day + minute);
  await died("b", 90 * day - minute, 90 * day - 2 * minute);
  // Somebody came back for it.
  await died("c", 200 * day, 0);
  await died("d", 900 * day, 899 * day, "tributario.carpeta.cerrar");
  expect(await countPast(ctx)).toMatchObject({ idempotency_keys: 1 });
  await prune(ctx);
  expect(await keys()).toEqual(["b", "c", "d"]);
});

test("the document of a preview goes a day after its end when all its operations were released", async () => {
  const previewed = { document: "\\x01", document_hash: "h", totals: { total: 1 }, target: "33|1" };
  const preview = async (id: string, ended: number, states: string[], also: object = {}) => {
    const row = { id, state: "confirmed", expires_at: ago(ended), ...previewed, ...also };
    await plant("preparations", row);
    for (const [n, state] of states.entries()) {
      const barrier = state === "released" ? {} : { barrier_at: ago(ended) };
      const operation = { id: `${id}_${n}`, preparation_id: id, state, created_at: ago(ended) };
      await plant("operations", { ...operation, ...barrier });
    }
  };
  await preview("a", day + minute, ["released", "released"]);
  await preview("b", day - minute, ["released"]);
  await preview("c", 40 * day, ["released", "unknown"]);
  await preview("d", 40 * day, ["done"], { state: "consumed" });
  expect(await countPast(ctx)).toMatchObject({ preparations: 1 });
  await prune(ctx);
  const kept = "select id from preparations where document <> '' and totals is not null order by 1";
  expect(await database.owner(kept)).toEqual([{ id: "b" }, { id: "c" }, { id: "d" }]);
  expect(await left("preparations")).toEqual(["a", "b", "c", "d"]);
  expect(await left("operations")).toHaveLength(6);
  expect(await countPast(ctx)).toMatchObject({ preparations: 0 });
});

test("a delivery goes 90 days after its end, with its event; one that is still to be sent keeps the event", async () => {
  const old = 200 * day;
  const event = async (id: string, status: string, updated: number): Promise<void> => {
    const endpoint = { organization_id: organization, endpoint_id: "whk_1" };
    await plant("webhook_events", { id: `evt_${id}`, created_at: ago(old) });
    const delivery = { id: `dlv_${id}`, event_id: `evt_${id}`, status, updated_at: ago(updated) };
    await plant("webhook_deliveries", { ...endpoint, ...delivery, created_at: ago(old) });
    await plant("webhook_attempts", { ...endpoint, delivery_id: `dlv_${id}`, token: 1 });
  };
  await event("a", "delivered", 90 * day + minute);
  await event("b", "failed", 90 * day + minute);
  await event("c", "failed", 90 * day - minute);
  await event("d", "pending", 200 * day);
  await prune(ctx);
  expect(await left("webhook_attempts", "delivery_id")).toEqual(["dlv_c", "dlv_d"]);
  expect(await left("webhook_deliveries")).toEqual(["dlv_c", "dlv_d"]);
  expect(await left("webhook_events")).toEqual(["evt_c", "evt_d"]);
});

test("rows of no month, such as accounts and folios, stay as long as their connection", async () => {
  await plant("records", { id: "cuenta", periodo: "", connection_id: "conn_1" });
  await plant("coverage", { periodo: "2026-11", connection_id: "conn_1", status: "ok" });
  await prune(ctx);
  expect(await left("records")).toEqual(["cuenta"]);
});

test("a month goes whole when it is no longer one of the 24 before, its coverage first", async () => {
  for (const periodo of ["2024-10", "2024-11", "2026-11"]) {
    await plant("records", { id: periodo, periodo, connection_id: "conn_1" });
    await plant("coverage", { periodo, connection_id: "conn_1", status: "ok" });
    await plant("usage_slots", { id: periodo, periodo });
  }
  await plant("usage_slots", { id: "2026-08", periodo: "2026-08" });
  await plant("usage_slots", { id: "2026-07", periodo: "2026-07" });
  const held = await database.db.transaction("*", async (tx) => {
    const lock = {
      name: "hold_coverage",
      repeatable: false,
      text: "select from coverage for update",
    };
    await tx.run(lock, []);
    await prune(ctx);
    return [await left("coverage", "periodo"), await left("records")];
  });
  // Somebody holds the month's coverage: its rows stay as long as it says that they were read.
  expect(held).toEqual([
    ["2024-10", "2024-11", "2026-11"],
    ["2024-10", "2024-11", "2026-11"],
  ]);
  await prune(ctx);
  expect(await left("coverage", "periodo")).toEqual(["2024-11", "2026-11"]);
  expect(await left("records")).toEqual(["2024-11", "2026-11"]);
  expect(await left("usage_slots")).toEqual(["2026-08", "2026-11"]);
  now = new Date("2026-12-02T12:00:00Z");
  await prune(ctx);
  expect(await left("records")).toEqual(["2026-11"]);
});

test("finished operations go with the requests that name them; unknown ones stay", async () => {
  const old = ago(sixYears + minute);
  const young = ago(sixYears - minute);
  const states = { a: done(old), b: done(young) };
  for (const [id, state] of Object.entries(states)) {
    await plant("operations", { id, preparation_id: `prv_${id}`, ...state });
    await plant("preparations", { id: `prv_${id}`, state: "consumed", expires_at: old });
    await plant("fee_receipt_requests", { id: `hon_${id}`, operation_id: id });
    await plant("tax_folder_requests", { id: `carp_${id}`, operation_id: id, state: "lista" });
    await plant("document_acceptances", { operation_id: id, state: "pendiente" });
    await plant("operation_evidence", { id: `ev_${id}`, operation_id: id });
  }
  const unknown = { ...done(old), state: "unknown", finished_at: null };
  await plant("operations", { id: "c", ...unknown });
  await plant("grants", { id: "grt_1", ended_at: old, end_reason: "revoked" });
  await prune(ctx);
  expect(await left("operations")).toEqual(["b", "c"]);
  expect(await left("preparations")).toEqual(["prv_b"]);
  expect(await left("fee_receipt_requests")).toEqual(["hon_b"]);
  expect(await left("document_acceptances", "operation_id")).toEqual(["b"]);
  expect(await left("tax_folder_requests")).toEqual(["carp_b"]);
  expect(await left("operation_evidence")).toEqual(["ev_b"]);
  expect(await left("grants")).toEqual(["grt_1"]);
});

test("a link goes after the jobs that name it", async () => {
  await plant("links", { id: "cs_1", state: "annulled", expires_at: ago(100 * day) });
  await plant("sync_jobs", {
    id: "sjb_1",
    link_id: "cs_1",
    status: "running",
    lease_until: ago(0),
  });
  await prune(ctx);
  expect(await left("links")).toEqual(["cs_1"]);
  await database.owner("update sync_jobs set status = 'failed', finished_at = $1", [ago(91 * day)]);
  await prune(ctx);
  expect([await left("sync_jobs"), await left("links")]).toEqual([[], []]);
});

test("a run drops a limited number, skips locked rows, and reports tables that are a week behind", async () => {
  for (const id of ["a", "b", "c"]) {
    await plant("sync_jobs", { id, status: "failed", finished_at: ago(97 * day - minute / 2) });
  }
  const behind = async (): Promise<unknown> => {
    await prune(ctx, { rows: 1, statements: 1 });
    return measured("pruning").at(-1)?.["TablesBehind"];
  };
  expect(await behind()).toBe(0);
  now = new Date(start.getTime() + minute);
  const held = await database.db.transaction("*", async (tx) => {
    await tx.run(
      { name: "hold", repeatable: false, text: "select from sync_jobs where id = 'c' for update" },
      [],
    );
    return [await behind(), await behind(), await left("sync_jobs")];
  });
  expect(held).toEqual([1, 1, ["c"]]);
  expect(await behind()).toBe(0);
});
