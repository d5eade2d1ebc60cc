import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { walledTables } from "#tests/support/databases/row-security-tables.ts";
import { exportedTables, unexportedTables } from "./exported-tables.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("every table with an organization's rows is exported, or excluded by name", async () => {
  const walled = (await walledTables(database)).map(({ name }) => name);
  const exported = exportedTables.map((table) => getTableName(table));
  expect([...exported, ...unexportedTables].toSorted()).toEqual(walled);
  expect(exported.length).toBeGreaterThan(25);
});
