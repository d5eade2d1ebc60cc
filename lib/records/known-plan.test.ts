import { afterAll, beforeAll, expect, test } from "vitest";
import type { Queries, Statement } from "#lib/db/database.ts";
import { createCursors } from "#lib/kernel/cursor.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { readPage, type PageQuery } from "./page/read-page.ts";
import { upsertRecords } from "./upsert-records.ts";

const organizations = Array.from({ length: 6 }, (_, n) => `org_${String(n).padStart(26, "0")}`);
const dataset = "prueba.filas";
const rowsOfEach = 3_000;
const secret = Buffer.alloc(32, 3).toString("base64");
const cursors = createCursors(new ServiceSecret({ SERVICE_SECRET: secret }));

let database: TestDatabase;
let connectionId: string;
beforeAll(async () => {
  database = await testDatabase();
  for (const organization of organizations) {
    await plantRow(database, { name: "organizations", owner: "id" }, organization);
    await plantRow(database, { name: "connections", owner: "organization_id" }, organization);
    const own = "select id from connections where organization_id = $1";
    const [found] = await database.owner(own, [organization]);
    connectionId = String(found?.["id"]);
    await store(organization);
  }
  await database.owner("analyze");
});
afterAll(() => database.close());

/** Every connection has equally many: a plan made for any of them fits each. */
async function store(organization: string): Promise<void> {
  const rows = Array.from({ length: rowsOfEach }, (_, n) => {
    const id = `id-${String(n).padStart(5, "0")}`;
    const periodo = `2026-${String((n % 12) + 1).padStart(2, "0")}`;
    const account = `00${n % 2}`;
    return { id, periodo, account, sortKey: `${periodo}|${id}`, payload: { id, n } };
  });
  const batch = { connectionId, dataset, readAt: new Date(), jobId: null, rows };
  await database.db.transaction(organization, (db) =>
    upsertRecords({ db, organization: { id: organization } }, batch),
  );
}

const knownPlans: Statement = {
  name: "tests.known_plans",
  repeatable: true,
  text: `select generic_plans::int as known, custom_plans::int as own
    from pg_prepared_statements where name = $1`,
};

test.each<[string, PageQuery["where"]]>([
  ["a list", {}],
  ["an account", { account: "001" }],
  ["three months", { from: "2026-03", before: "2026-06" }],
])("a page of %s, and one in the middle, is not planned again for each read", async (_, where) => {
  const [organization = ""] = organizations.slice(-1);
  const query: PageQuery = {
    connectionId,
    dataset,
    order: "newest_first",
    where,
    list: [],
    alcance: null,
    limit: 50,
    cursor: null,
    finished: null,
  };
  await database.db.transaction(organization, async (db) => {
    let name = "";
    const named: Queries = {
      ...db,
      run: (statement, values) => {
        ({ name } = statement);
        return db.run(statement, values);
      },
    };
    const ctx = { db: named as never, organization: { id: organization }, cursors };
    const cursor = cursors.make([organization, connectionId, dataset, []], ["2026-05|", ""]);
    for (const page of [{ ...query }, { ...query, cursor }]) {
      for (let read = 0; read < 12; read += 1) await readPage(ctx, page);
      const [plans] = await db.run<{ known: number; own: number }>(knownPlans, [name]);
      // The first five are planned for their own values, to learn what that costs.
      expect(plans).toMatchObject({ own: 5 });
      expect(plans?.known).toBeGreaterThanOrEqual(7);
    }
  });
});
