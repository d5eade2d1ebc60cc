import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import type { Queries } from "#lib/db/database.ts";
import { dropOtherRecords } from "./drop-other-records.ts";
import { missRecords } from "./miss-records.ts";
import type { MonthRead } from "./month-rows.ts";
import { upsertRecords } from "./upsert-records.ts";
import { withdrawRecords } from "./withdraw-records.ts";

const own = "org_00000000000000000000000001";
const inMonth = 100;
const months = Array.from({ length: 200 }, (_, n) => {
  const month = String((n % 12) + 1).padStart(2, "0");
  return `${2000 + Math.floor(n / 12)}-${month}`;
});

let database: TestDatabase;
let connectionId: string;
beforeAll(async () => {
  database = await testDatabase();
  await plantRow(database, { name: "organizations", owner: "id" }, own);
  await plantRow(database, { name: "connections", owner: "organization_id" }, own);
  const [found] = await database.owner("select id from connections");
  connectionId = String(found?.["id"]);
  await store("by.day", (periodo) => `${periodo}-01`);
  await store("by.kind", (periodo) => `venta|${periodo}`);
  await database.owner("analyze");
});
afterAll(() => database.close());

async function store(dataset: string, beginning: (periodo: string) => string): Promise<void> {
  const rows = months.flatMap((periodo) =>
    Array.from({ length: inMonth }, (_, n) => {
      const id = `${periodo}|${n}`;
      const sortKey = `${beginning(periodo)}|${n}`;
      return { id, periodo, account: null, sortKey, payload: { id } };
    }),
  );
  await database.db.transaction(own, (db) =>
    upsertRecords(
      { db, organization: { id: own } },
      { connectionId, dataset, readAt: new Date(), jobId: null, rows },
    ),
  );
}

interface Plan {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How many rows of the table this verb's statement reads. */
async function looksAt(
  verb: (tx: { db: Queries; organization: { id: string } }) => Promise<unknown>,
): Promise<number> {
  let looked = 0;
  await database.db.transaction(own, (db) => {
    const explained: Queries = {
      ...db,
      run: async ({ name, text }, values) => {
        const explain = {
          name: `explain.${name}`,
          repeatable: false,
          text: `explain (analyze, format json) ${text}`,
        };
        const [row] = await db.run<{ "QUERY PLAN": [{ Plan: Plan }] }>(explain, values);
        const scans = nodesOf(row?.["QUERY PLAN"][0].Plan as Plan).filter(
          (node) => node["Relation Name"] === "records",
        );
        for (const scan of scans) {
          const { "Actual Rows": kept, "Rows Removed by Filter": removed = 0 } = scan;
          looked += (kept + removed) * scan["Actual Loops"];
        }
        return [];
      },
    };
    return verb({ db: explained, organization: { id: own } });
  });
  return looked;
}

test.each(["by.day", "by.kind"])(
  "rows that a month of %s no longer has are found without reading the whole dataset",
  async (dataset) => {
    const periodo = months[100] ?? "";
    const month: MonthRead = {
      connectionId,
      dataset,
      periodo,
      accounts: [null],
      ids: Array.from({ length: inMonth - 3 }, (_, n) => `${periodo}|${n}`),
    };
    const looked = [
      await looksAt((tx) => missRecords(tx, month, "sjb_1")),
      await looksAt((tx) => withdrawRecords(tx, month, { at: new Date(), jobId: "sjb_1" })),
      await looksAt((tx) => dropOtherRecords(tx, month)),
    ];
    expect(Math.min(...looked)).toBeGreaterThanOrEqual(inMonth);
    expect(Math.max(...looked)).toBeLessThan(3 * inMonth);
    const left = "select count(*)::int as n from records where dataset = $1 and periodo = $2";
    expect(await database.owner(left, [dataset, periodo])).toEqual([{ n: inMonth - 3 }]);
  },
);
