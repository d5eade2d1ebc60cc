import { afterAll, beforeAll, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { lastingTools } from "#lib/idempotency/idempotency.sql.ts";
import { prunes } from "#lib/retention/terms.ts";
import { terms } from "#lib/retention/index.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { entriesOf } from "#tests/support/texts/markdown-entries.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("every table has a term, and every term a table", async () => {
  const tables = await database.owner(`
    select replace(oid::regclass::text, '"', '') as name from pg_class
    where relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      and relkind in ('r', 'p') and not relispartition`);
  expect(tables.length).toBeGreaterThan(40);
  const names = tables.map(({ name }) => String(name));
  expect(Object.keys(terms).toSorted()).toEqual(names.toSorted());
  const pruned = prunes.flatMap(({ prunings }) => prunings.map(({ table }) => table));
  expect(pruned.length).toBeGreaterThan(10);
  for (const table of pruned) expect(terms[table]).toMatch(/\d/);
});

test("docs/operations.md lists the term of every table", async () => {
  const heading = "What is kept, and for how long";
  const rows = await entriesOf("docs/operations.md", heading, ["tables", "kept"]);
  const told = rows.flatMap(({ tables, kept }) =>
    tables.split(",").map((name) => [name.trim().replaceAll("`", ""), kept]),
  );
  expect(Object.fromEntries(told)).toEqual(terms);
});

test("the keys of every irreversible tool last, in its ledger or by name", () => {
  const { tools } = createCatalogue(connectors);
  const destructive = tools.filter(({ effect }) => effect === "destructive");
  expect(destructive.length).toBeGreaterThan(3);
  const without = destructive.filter(({ idempotency }) => idempotency === "stored");
  expect(without.map(({ id }) => id)).toEqual(lastingTools);
});
