import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { movimientos } from "#lib/connectors/banco_a/store.ts";
import { toRecord } from "#lib/contract/index.ts";
import type { Database, Queries, Statement } from "#lib/db/database.ts";
import { Callers } from "#lib/limits/index.ts";
import { upsertRecords, withdrawRecords } from "#lib/records/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { countedDatabase, type AskedStatement } from "#tests/support/databases/counted-database.ts";
import { manyRows, rowsOfEach, type ManyRows } from "#tests/support/planted/many-rows.ts";
import { plantCopies } from "#tests/support/planted/copies.ts";

// Calls and syncs must cost the same on a database that has been used for long: `npm run bench -- scale` measures it
// with ten million rows. Here no large table may be read through.

const tool = "banco_a.movimientos.consultar";
const limit = 50;
/** Rows per connection in small tables, such as months and slots. */
const few = 40;
const planners = ["force_custom_plan", "force_generic_plan"];

let scene: ManyRows;
beforeAll(async () => {
  scene = await manyRows();
  await callTool(scene.api.app, tool, { limit }, { key: scene.owner.key, connection: scene.own.a });
  await plantCopies(scene.api.database.owner, { connection: scene.own.a, count: 400 });
});
afterAll(() => scene.api.close());

/** The statements of a call, as the service runs them. */
async function askedBy(input: object): Promise<{ asked: AskedStatement[]; cursor: unknown }> {
  const { appDeps } = scene.api;
  const { database: db, asked } = countedDatabase(appDeps.db);
  const app = createApi({ ...appDeps, db });
  const caller = { key: scene.owner.key, connection: scene.own.a };
  const { status, body } = await callTool(app, tool, input, caller);
  expect(status).toBe(200);
  return { asked, cursor: body.data?.["cursor"] };
}

interface Reads {
  table: string;
  whole: number;
  rows: number;
}

/** The total so far, by this connection's own count, which may include what earlier transactions read. */
const readSoFar: Statement = {
  name: "tests.read_so_far",
  repeatable: true,
  text: `select relname::text as "table", seq_scan::int as whole, coalesce(idx_tup_fetch, 0)::int as rows
    from pg_stat_xact_user_tables order by relname`,
};

/** For each table: how often it was read through, and how many rows an index fetched. */
async function readsOf(
  database: Database,
  planner: string,
  work: (db: Queries) => Promise<unknown>,
): Promise<Reads[]> {
  const set = `select set_config('plan_cache_mode', '${planner}', true)`;
  return database.transaction(scene.owner.id, async (db) => {
    await db.run({ name: `tests.${planner}`, repeatable: true, text: set }, []);
    const before = await db.run<Reads>(readSoFar, []);
    await work(db);
    const after = await db.run<Reads>(readSoFar, []);
    return after
      .map(({ table, whole, rows }) => {
        const old = before.find((one) => one.table === table);
        return { table, whole: whole - (old?.whole ?? 0), rows: rows - (old?.rows ?? 0) };
      })
      .filter(({ whole, rows }) => whole + rows > 0);
  });
}

const rowsOf = (reads: readonly Reads[], name: string): number =>
  reads.find(({ table }) => table === name)?.rows ?? 0;

let written = 0;

/** A call's record belongs to one request, so it is written again as another's. */
const runAsAnother = ({ name, text, values }: AskedStatement, db: Queries) =>
  db.run(
    { name, repeatable: false, text },
    name === "audit.record" ? values.with(0, `req_again_${(written += 1)}`) : values,
  );

describe.each(planners)("as the planner does with %s", (planner) => {
  test.each(["the first page", "a page behind it"])("%s reads only itself", async (page) => {
    const first = await askedBy({ limit });
    const cursor = page === "the first page" ? undefined : first.cursor;
    const { asked } = await askedBy({ limit, ...(cursor !== undefined && { cursor }) });
    expect(asked.map(({ name }) => name)).toEqual([
      "identity.caller_by_key",
      expect.stringMatching(/^records\.page-/),
      "audit.record",
    ]);
    const reads = await readsOf(scene.api.database.app, planner, async (db) => {
      for (const statement of asked) await runAsAnother(statement, db);
    });
    expect(reads.filter(({ whole }) => whole > 0)).toEqual([]);
    // And the row after which it continues.
    expect(rowsOf(reads, "records")).toBe(limit + 1 + (cursor === undefined ? 0 : 1));
    expect(rowsOf(reads, "api_keys")).toBeGreaterThanOrEqual(1);
    const others = reads.filter(({ table }) => table !== "records");
    expect(others.filter(({ rows }) => rows > few)).toEqual([]);
  });

  test("concurrent callers read only their own rows", async () => {
    const { api, owner, own } = scene;
    const { database: db, asked } = countedDatabase(api.database.app);
    const callers = new Callers();
    const hashes = api.appDeps.secret.hashes("api-key", owner.key);
    const question: Parameters<Callers["find"]>[1] = {
      credential: { kind: "api_key", hashes },
      now: api.appDeps.clock.now(),
      connectionId: own.a,
      periodo: "2027-08",
    };
    await callers.find(db, question);
    await Promise.all(Array.from({ length: 11 }, () => callers.find(db, question)));
    const together = asked.find(({ name }) => name === "identity.callers_by_key");
    const reads = await readsOf(api.database.app, planner, async (queries) => {
      if (together !== undefined) await runAsAnother(together, queries);
    });
    expect(reads.filter(({ whole }) => whole > 0)).toEqual([]);
    expect(rowsOf(reads, "api_keys")).toBe(10);
    expect(reads.filter(({ rows }) => rows > few)).toEqual([]);
  });

  test("reading a month again reads only that month", async () => {
    const { own, owner, rows: stored } = scene;
    const month = { connectionId: own.a, dataset: movimientos.id, periodo: "2027-08" };
    const rows = stored.a.slice(0, 100).map((row) => toRecord(movimientos, row as never));
    const accounts = ["none of these"];
    const reads = await readsOf(scene.api.database.db, planner, async (db) => {
      const tx = { db, organization: { id: owner.id } };
      const ids = rows.map(({ id }) => id);
      await withdrawRecords(tx, { ...month, accounts, ids }, { at: new Date(0), jobId: "sjb_1" });
      await upsertRecords(tx, { ...month, readAt: new Date(0), jobId: null, rows });
    });
    expect(reads.filter(({ whole }) => whole > 0)).toEqual([]);
    expect(rowsOf(reads, "records")).toBeLessThan(2 * rowsOfEach);
  });
});
