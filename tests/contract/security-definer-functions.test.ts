import { afterAll, beforeAll, expect, test } from "vitest";
import { loginRoles, ownersFunctions } from "#lib/db/rights.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";

const own = "org_00000000000000000000000001";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("exactly these functions run as the owner, with a fixed path, for the roles that call them", async () => {
  const found = await database.owner(
    `select p.oid::regprocedure::text as name, array_to_string(proconfig, ' ') as config,
       has_function_privilege('public', p.oid, 'execute') as open,
       array(select rolname::text from pg_roles where rolname = any($1)
         and has_function_privilege(oid, p.oid, 'execute') order by 1) as roles
     from pg_proc p where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
    [loginRoles],
  );
  const named = (name: string): string =>
    name.replaceAll("timestamptz", "timestamp with time zone").replaceAll(", ", ",");
  expect(found.map(({ name, roles }) => [name, roles])).toEqual(
    Object.entries(ownersFunctions).map(([name, roles]) => [named(name), roles]),
  );
  for (const { name, config, open } of found) {
    expect({ name, open }).toEqual({ name, open: false });
    expect(config).toMatch(/^search_path=pg_catalog, (pg_temp|public)$/);
  }
});

test("a query past row-level security leaves it as it was", async () => {
  const text = `select (find_api_key(array[]::bytea[])).id, (find_link(array[]::bytea[])).id as link,
    (find_cut('\\x')).id as cut, find_grant('x') as "grant", (select count(*)::int from find_memberships('x')) as memberships,
    (select count(*)::int from login_history(array[]::bytea[], array[]::bytea[], array[]::text[], null)) as logins`;
  const after = await database.app.transaction(own, async (db) => {
    const run = (asked: string, name: string) =>
      db.run<Record<string, unknown>>({ name, text: asked, repeatable: false }, []);
    expect(await run(text, "walls_questions")).toEqual([
      { id: null, link: null, cut: null, grant: null, memberships: 0, logins: 0 },
    ]);
    return run("select current_setting('app.org_id') as org", "walls_after");
  });
  expect(after).toEqual([{ org: own }]);
});
