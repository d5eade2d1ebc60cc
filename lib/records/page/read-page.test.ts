import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  drivers,
  testDatabase,
  type TestDatabase,
} from "#tests/support/databases/test-database.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import type { Statement } from "#lib/db/database.ts";
import type { RecordPage } from "#lib/contract/index.ts";
import { createCursors } from "#lib/kernel/cursor.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import { readPage, type PageQuery } from "./read-page.ts";
import { upsertRecords, type RecordBatch } from "../upsert-records.ts";
import { withdrawRecords } from "../withdraw-records.ts";

const explainList: Statement = {
  name: "test.explain_list",
  repeatable: true,
  text: `explain (format json) select * from records where connection_id = $1 and dataset = $2`,
};

interface Explained {
  "QUERY PLAN": [{ Plan: { "Plan Rows": number } }];
}

const own = "org_00000000000000000000000001";
const strangers = "org_00000000000000000000000002";
const dataset = "prueba.filas";
const cursors = createCursors(
  new ServiceSecret({ SERVICE_SECRET: Buffer.alloc(32, 3).toString("base64") }),
);

type Row = RecordBatch["rows"][number];

/** Row `n`, on one of 40 days: many rows share the beginning of a sort key, some all of it. */
function row(n: number): Row {
  const day = `2026-${n % 2 === 0 ? "01" : "02"}-${String((n % 20) + 1).padStart(2, "0")}`;
  return {
    id: `id-${String(n).padStart(5, "0")}`,
    periodo: day.slice(0, 7),
    account: n % 3 === 0 ? null : `00${n % 3}`,
    sortKey: n % 5 === 0 ? day : `${day}|${String(n % 100).padStart(3, "0")}`,
    payload: { n, type: n % 4 === 0 ? "debit" : "credit" },
  };
}

const rowsFrom = (start: number, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => row(start + at));

const before = (a: Row, b: Row): number =>
  a.sortKey === b.sortKey ? (a.id < b.id ? -1 : 1) : a.sortKey < b.sortKey ? -1 : 1;

describe.each(drivers)("by the driver %s", (driver) => {
  let database: TestDatabase;
  let connectionId: string;
  const initial = rowsFrom(0, 3_000);

  beforeAll(async () => {
    database = await testDatabase({ driver });
    for (const organization of [own, strangers]) {
      await plantRow(database, { name: "organizations", owner: "id" }, organization);
      await plantRow(database, { name: "connections", owner: "organization_id" }, organization);
    }
    const connections = await database.owner(
      "select id from connections where organization_id = $1",
      [own],
    );
    connectionId = String(connections[0]?.["id"]);
    await store(initial);
  });
  afterAll(() => database.close());

  const contextOf = (id: string) => ({ db: database.db, organization: { id }, cursors });

  const store = (rows: Row[], into = dataset) =>
    database.db.transaction(own, (db) =>
      upsertRecords(
        { db, organization: { id: own } },
        {
          connectionId,
          dataset: into,
          readAt: new Date("2026-03-01T10:00:00.123Z"),
          jobId: null,
          rows,
        },
      ),
    );

  function read(query: Partial<PageQuery>, as = own): Promise<RecordPage> {
    return readPage(contextOf(as), {
      connectionId,
      dataset,
      order: "newest_first",
      where: {},
      list: ["herramienta", {}],
      alcance: null,
      limit: 100,
      cursor: null,
      finished: null,
      ...query,
    });
  }

  const numbersOf = (page: RecordPage): number[] =>
    page.rows.map(({ payload }) => Number(payload["n"]));

  /** Every row of the list, page by page; `between` runs before each further page. */
  async function walk(
    query: Partial<PageQuery>,
    between: (page: number) => Promise<unknown> = async () => undefined,
  ): Promise<number[]> {
    const seen: number[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page++) {
      if (page > 0) await between(page);
      const found: RecordPage = await read({ ...query, cursor });
      expect(found.rows.length).toBeLessThanOrEqual(query.limit ?? 100);
      seen.push(...numbersOf(found));
      cursor = found.cursor;
    }
    return seen;
  }

  const inOrder = (rows: readonly Row[]): number[] =>
    rows.toSorted(before).map(({ payload }) => Number(payload["n"]));

  test.each([7, 500])("pages of %i contain every row once, in both orders", async (limit) => {
    const ascending = inOrder(initial);
    expect(await walk({ limit, order: "ascending" })).toEqual(ascending);
    expect(await walk({ limit })).toEqual(ascending.toReversed());
  });

  test("pages of one row hold every row once", async () => {
    const where = { account: "001", from: "2026-01", before: "2026-01-07" };
    const expected = initial.filter(
      ({ account, sortKey }) => account === "001" && sortKey >= "2026-01" && sortKey < "2026-01-07",
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(await walk({ limit: 1, where })).toEqual(inOrder(expected).toReversed());
  });

  test("a list that ends with its page has no cursor", async () => {
    const where = { match: { n: 41 } };
    expect(await read({ limit: 1, where })).toMatchObject({ cursor: null, rows: [{}] });
    expect(await read({ where: { match: { n: -1 } } })).toMatchObject({ cursor: null, rows: [] });
  });

  test.each<[string, PageQuery["where"], (row: Row) => boolean]>([
    ["account", { account: "002" }, ({ account }) => account === "002"],
    [
      "a range of sort keys",
      { from: "2026-02", before: "2026-03" },
      ({ periodo }) => periodo === "2026-02",
    ],
    ["an open range", { from: "2026-02-15" }, ({ sortKey }) => sortKey >= "2026-02-15"],
    ["a field", { match: { type: "debit" } }, ({ payload }) => payload["type"] === "debit"],
    [
      "all of them",
      { account: "001", from: "2026-01-05", before: "2026-02-05", match: { type: "credit" } },
      ({ account, sortKey, payload }) =>
        account === "001" &&
        sortKey >= "2026-01-05" &&
        sortKey < "2026-02-05" &&
        payload["type"] === "credit",
    ],
  ])("a filter by %s finds its rows, page by page", async (_name, where, fits) => {
    const expected = initial.filter(fits);
    expect(expected.length).toBeGreaterThan(50);
    expect(await walk({ where, limit: 37 })).toEqual(inOrder(expected).toReversed());
  });

  test("a row has its payload and the instant of its reading", async () => {
    expect((await read({ where: { match: { n: 41 } } })).rows).toEqual([
      { payload: { n: 41, type: "credit" }, readAt: "2026-03-01T10:00:00.123Z", withdrawnAt: null },
    ]);
  });

  test("an organization reads nothing of another's connection", async () => {
    expect(await read({}, strangers)).toMatchObject({ rows: [], cursor: null });
  });

  test("a cursor is refused with another connection, dataset, list or organization", async () => {
    const { cursor } = await read({ limit: 1 });
    expect(cursor).not.toBeNull();
    const others: Promise<RecordPage>[] = [
      read({ cursor, connectionId: "conn_other" }),
      read({ cursor, dataset: "prueba.otras" }),
      read({ cursor, list: ["herramienta", { periodo: "2026-01" }] }),
      read({ cursor }, strangers),
    ];
    for (const other of others) {
      await expect(other).rejects.toMatchObject({ code: "validation_error" });
    }
  });

  test.each(["newest_first", "ascending"] as const)(
    "while another writer inserts, %s, the rows that existed at the start come once and in order",
    async (order) => {
      const initial = numbersOfAll(await everything());
      let next = initial.length;
      const seen = await walk({ limit: 211, order }, async () => {
        await store(rowsFrom(next, 60));
        next += 60;
      });
      expect(next).toBeGreaterThan(initial.length + 500);
      expect(new Set(seen).size).toBe(seen.length);
      const present = new Set(initial);
      const expected = inOrder([...present].map(row));
      expect(seen.filter((n) => present.has(n))).toEqual(
        order === "ascending" ? expected : expected.toReversed(),
      );
    },
  );

  const ofOneDay = (ids: readonly string[]): Row[] =>
    ids.map((id, position) => ({
      id,
      periodo: "2026-03",
      account: null,
      sortKey: `2026-03-05|${String(position).padStart(6, "0")}`,
      payload: { n: Number(id.slice(-2)) },
    }));

  /** A later reading of their whole month. */
  const readAgain = async (ids: readonly string[], into: string): Promise<void> => {
    const month = { connectionId, dataset: into, periodo: "2026-03", accounts: [null], ids };
    await database.db.transaction(own, (db) =>
      withdrawRecords({ db, organization: { id: own } }, month, {
        at: new Date("2026-03-01T10:00:00.123Z"),
        jobId: "sjb_2",
      }),
    );
    await store(ofOneDay(ids), into);
  };

  // The ids sort against the positions: where keys are equal, they decide. The first page of the
  // newest ends with id-27, that of the oldest with id-34.
  test.each<[string, (ids: string[]) => string[]]>([
    ["another comes before them", (ids) => ids.toSpliced(3, 0, "id-99")],
    ["one before them is gone", (ids) => ids.toSpliced(3, 1)],
    ["a page's last one is gone", (ids) => ids.filter((id) => id !== "id-27" && id !== "id-34")],
    [
      "a page's last one is gone and others come",
      (ids) => ["id-98", "id-99", ...ids.filter((id) => id !== "id-27" && id !== "id-34")],
    ],
  ])("while the rows of a day move because %s, the others come once", async (how, change) => {
    const ids = Array.from({ length: 20 }, (_, n) => `id-${String(40 - n)}`);
    for (const order of ["newest_first", "ascending"] as const) {
      const moved = { dataset: `prueba.${how} ${order}`, order };
      await store(ofOneDay(ids), moved.dataset);
      const seen = await walk({ ...moved, limit: 7 }, async (page) => {
        if (page === 1) await readAgain(change(ids), moved.dataset);
      });
      const kept = ids.filter((id) => change(ids).includes(id)).map((id) => Number(id.slice(-2)));
      const known = seen.filter((n) => kept.includes(n));
      expect(known).toEqual(order === "ascending" ? kept : kept.toReversed());
    }
  });

  // Planned before the statement itself says whose rows it may see. A planner that expects hardly
  // any rows reads and sorts the whole connection, which the list's index has in order.
  test("the planner does not assume that the policy keeps hardly any rows", async () => {
    await database.owner("analyze");
    const [plan] = await database.db.run<Explained>(explainList, [connectionId, dataset]);
    expect(plan?.["QUERY PLAN"][0].Plan["Plan Rows"]).toBeGreaterThan(initial.length / 4);
  });

  const everything = () =>
    database.owner("select (payload ->> 'n')::int as n from records where dataset = $1", [dataset]);
  const numbersOfAll = (rows: Record<string, unknown>[]): number[] =>
    rows.map(({ n }) => Number(n)).toSorted((a, b) => a - b);
});
