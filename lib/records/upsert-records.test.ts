import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  drivers,
  testDatabase,
  type TestDatabase,
} from "#tests/support/databases/test-database.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { sqlState } from "#lib/db/failures.ts";
import { upsertRecords, type RecordBatch } from "./upsert-records.ts";
import { withdrawRecords } from "./withdraw-records.ts";

const own = "org_00000000000000000000000001";
const strangers = "org_00000000000000000000000002";
const first = new Date("2026-03-01T10:00:00.000Z");
const second = new Date("2026-03-02T10:00:00.000Z");

type Row = RecordBatch["rows"][number];

function row(id: string, change: Partial<Row> = {}): Row {
  return {
    id,
    periodo: "2026-03",
    account: "001",
    sortKey: `2026-03-01|${id}`,
    payload: { id, monto: 1 },
    ...change,
  };
}

describe.each(drivers)("by the driver %s", (driver) => {
  let database: TestDatabase;
  const connections = new Map<string, string>();

  beforeAll(async () => {
    database = await testDatabase({ driver });
    for (const organization of [own, strangers]) {
      await plantRow(database, { name: "organizations", owner: "id" }, organization);
      await plantRow(database, { name: "connections", owner: "organization_id" }, organization);
      const [found] = await database.owner(
        "select id from connections where organization_id = $1",
        [organization],
      );
      connections.set(organization, String(found?.["id"]));
    }
  });
  beforeEach(() => database.owner("delete from records"));
  afterAll(() => database.close());

  function upsert(rows: Row[], readAt = first, change: Partial<RecordBatch> = {}, as = own) {
    const connectionId = connections.get(as) ?? "";
    return database.db.transaction(as, (db) =>
      upsertRecords(
        { db, organization: { id: as } },
        { connectionId, dataset: "d", readAt, jobId: "sjb_1", rows, ...change },
      ),
    );
  }

  const kept = () =>
    database.owner(`select id, periodo, account, sort_key, payload, read_at, job_id, xmin::text
      from records order by id`);

  test("rows read since an older reading began stay", async () => {
    await upsert([row("a", { payload: { estado: "aceptado" } })], second);
    await upsert([row("a", { payload: { estado: "pendiente" } }), row("b")], first);
    expect(await kept()).toMatchObject([
      { id: "a", payload: { estado: "aceptado" }, read_at: second },
      { id: "b", read_at: first },
    ]);
  });

  test("the order within a reading never makes its rows newer than the next reading", async () => {
    const next = new Date(first.getTime() + 1);
    await upsert([row("a")], first, { readOrder: 2_000 });
    await upsert([row("a", { payload: { monto: 2 } })], next);
    expect(await kept()).toMatchObject([{ payload: { monto: 2 }, read_at: next }]);
  });

  test("stores what it was given", async () => {
    await upsert([row("a"), row("b", { account: null, payload: { ñ: [1, null, "'\"\\"] } })]);
    expect(await kept()).toMatchObject([
      {
        id: "a",
        periodo: "2026-03",
        account: "001",
        sort_key: "2026-03-01|a",
        payload: { id: "a", monto: 1 },
        read_at: first,
        job_id: "sjb_1",
      },
      { id: "b", account: null, payload: { ñ: [1, null, "'\"\\"] } },
    ]);
  });

  test("the same rows again write nothing", async () => {
    await upsert([row("a"), row("b", { account: null })]);
    const before = await kept();
    await upsert(
      [row("b", { account: null }), row("a", { payload: { monto: 1, id: "a" } })],
      second,
    );
    expect(await kept()).toEqual(before);
  });

  test.each<[string, Partial<Row>]>([
    ["payload", { payload: { id: "a", monto: 2 } }],
    ["sort key", { sortKey: "2026-03-02|a" }],
    ["account", { account: "002" }],
    ["account to none", { account: null }],
    ["periodo", { periodo: "2026-04" }],
  ])("a new %s is stored with its instant, and no other row changes", async (_name, change) => {
    await upsert([row("a"), row("b")]);
    const [, untouched] = await kept();
    await upsert([row("a", change), row("b")], second, { jobId: "sjb_2" });
    const [changed, other] = await kept();
    expect(changed).toMatchObject({ read_at: second, job_id: "sjb_2" });
    expect(other).toEqual(untouched);
  });

  test("that too many rows are missing is confirmed by another job, not by this one again", async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `m${n}`);
    await upsert(ids.map((id) => row(id)));
    const month = { dataset: "d", periodo: "2026-03", accounts: ["001"], ids: ids.slice(6) };
    const missedBy = (jobId: string) =>
      database.db.transaction(own, (db) =>
        withdrawRecords(
          { db, organization: { id: own } },
          { ...month, connectionId: connections.get(own) ?? "" },
          { at: second, jobId },
        ),
      );
    expect(await missedBy("sjb_2")).toEqual(["001"]);
    expect(await missedBy("sjb_2")).toEqual(["001"]);
    expect(await missedBy("sjb_3")).toEqual([]);
  });

  test("of two rows with one key in a batch the later one counts", async () => {
    await upsert([row("a", { payload: { v: 1 } }), row("b"), row("a", { payload: { v: 2 } })]);
    expect(await kept()).toMatchObject([{ id: "a", payload: { v: 2 } }, { id: "b" }]);
  });

  test("12,001 rows are stored, in any order", async () => {
    const rows = Array.from({ length: 12_001 }, (_, n) => row(String((n * 7_919) % 12_001)));
    await upsert(rows);
    const [count] = await database.owner("select count(distinct id)::int as rows from records");
    expect(count).toEqual({ rows: 12_001 });
  });

  test("if one of many rows cannot be stored, none is", async () => {
    const rows = Array.from({ length: 3_500 }, (_, n) => row(String(n).padStart(5, "0")));
    const lost = row("01500", { periodo: null as never });
    expect(await upsert([...rows, lost]).catch(sqlState)).toBe("23502");
    expect(await kept()).toEqual([]);
  });

  test("a part that the database refuses is reported even if the next one cannot be prepared", async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => void unheard.push(reason);
    process.on("unhandledRejection", hear);
    const rows = Array.from({ length: 1_500 }, (_, n) => row(String(n).padStart(5, "0")));
    const refused = row("00500", { periodo: null as never });
    const unwritable = row("01200", { payload: { monto: 1n } });
    await expect(upsert([...rows, refused, unwritable])).rejects.toThrow("BigInt");
    // Unhandled rejections are reported before the next timers run.
    await new Promise((resolve) => void setTimeout(resolve, 0));
    process.off("unhandledRejection", hear);
    expect(unheard).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  test("one bad character in a text costs no row: texts are stored clean, under the raw text's id", async () => {
    const bad = (id: string, descripcion: string): Row =>
      row(id, {
        account: `001${descripcion.at(-1)}`,
        sortKey: `2026-03-01|${id}|${descripcion}`,
        payload: { descripcion },
      });
    const rows = [bad("a\u200b\u0000", "COMPRA\u0000"), bad("b\ud83d", "gracias \ud83d"), row("c")];
    await upsert(rows);
    const first = await kept();
    expect(first).toMatchObject([
      { id: "a\u200b\ufffd", account: "001", payload: { descripcion: "COMPRA" } },
      { id: "b\ufffd", account: "001\ufffd", payload: { descripcion: "gracias \ufffd" } },
      { id: "c" },
    ]);
    await upsert(rows, second);
    expect(await kept()).toEqual(first);
  });

  test("an empty batch does nothing", async () => {
    await upsert([]);
    expect(await kept()).toEqual([]);
  });

  test("writers of the same rows in opposite orders do not deadlock", async () => {
    const rows = Array.from({ length: 800 }, (_, n) => row(`r${n}`));
    const changed = (v: number) => rows.map((one) => ({ ...one, payload: { v } }));
    await Promise.all(
      Array.from({ length: 8 }, (_, v) =>
        upsert(v % 2 === 0 ? changed(v) : changed(v).toReversed()),
      ),
    );
    const written = await database.owner("select distinct payload -> 'v' as v from records");
    expect(written).toHaveLength(1);
  });

  test("one key in two datasets, or two connections, is two rows", async () => {
    await upsert([row("a")]);
    await upsert([row("a")], first, { dataset: "e" });
    await upsert([row("a")], first, {}, strangers);
    expect(await kept()).toHaveLength(3);
  });

  test("nothing can be stored under a stranger's connection", async () => {
    const stolen = { connectionId: connections.get(strangers) ?? "" };
    const refused = await upsert([row("a")], first, stolen).catch(sqlState);
    expect(refused).toBe("23503");
    await upsert([row("a")], first, {}, strangers);
    const taken = await upsert([row("a", { payload: {} })], second, stolen).catch(sqlState);
    expect(["23503", "42501"]).toContain(taken);
    expect(await kept()).toMatchObject([{ payload: { id: "a", monto: 1 }, read_at: first }]);
  });
});
