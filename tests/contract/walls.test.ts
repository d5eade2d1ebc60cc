import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("every table that names an organization is behind a forced policy", async () => {
  const tables = await database.owner(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled,
      exists (select 1 from pg_policy p where p.polrelid = c.oid) as policy
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname = 'organizations' or exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id'))`);
  expect(tables.length).toBeGreaterThanOrEqual(9);
  for (const table of tables) expect(table).toMatchObject({ walled: true, policy: true });
});
