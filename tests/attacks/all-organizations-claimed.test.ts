import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#lib/db/client.ts";
import type { Database } from "#lib/db/database.ts";
import { sqlState } from "#lib/db/failures.ts";
import { silentLog } from "#tests/support/log.ts";
import {
  callTool,
  testApi,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { walledTables } from "#tests/support/databases/row-security-tables.ts";

/* Somebody with the database login of the role that answers calls claims to act for all organizations. */

let api: TestApi;
let owner: TestOrganization;
/** One connection, whose settings outlive a statement. */
let session: Database;
beforeAll(async () => {
  api = await testApi();
  owner = await api.organization();
  await api.connection(owner.id, "banco_a");
  expect((await callTool(api.app, "core.timestamp.now", {}, owner)).status).toBe(200);
  session = await openDatabase({ url: api.database.appUrl, max: 1, log: silentLog });
});
afterAll(async () => {
  await session.close();
  await api.close();
});

const denied = "42501";
let asked = 0;

const ask = (text: string, values: unknown[] = []) => {
  asked += 1;
  return session.run({ name: `attack_${asked}`, text, repeatable: false }, values);
};

/** What the role sees; empty if it may not even ask. */
const seen = (text: string, values: unknown[] = []): Promise<unknown[]> =>
  ask(text, values).catch((error: unknown) => {
    if (sqlState(error) === denied) return [];
    throw error;
  });

test.each([
  "select set_config('app.org_id', '*', false)",
  "set app.org_id = '*'",
  "set session app.org_id to '*'",
])("no rows are visible after: %s", async (opening) => {
  await ask(opening);
  expect(await seen("select current_setting('app.org_id') as org")).toEqual([{ org: "*" }]);
  const tables = await walledTables(api.database);
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) expect(await seen(`select 1 from ${name}`), name).toEqual([]);
  const filled = await api.database.owner("select count(*)::int as n from api_keys");
  expect(filled).toEqual([{ n: 1 }]);
});

describe("the queries that it may run past row-level security", () => {
  test("answer only for an exact hash, and list nothing", async () => {
    const guess = [Buffer.alloc(32), Buffer.alloc(32, 255)];
    expect(await seen("select id, organization_id from find_api_key($1)", [guess])).toEqual([
      { id: null, organization_id: null },
    ]);
    expect(await seen("select id from find_link($1)", [guess])).toEqual([{ id: null }]);
    expect(await seen("select id from find_cut($1)", [guess[0]])).toEqual([{ id: null }]);
    expect(await seen("select * from login_history($1, $1, array['ok'], null)", [guess])).toEqual(
      [],
    );
  });

  test("use the service's tables, not others of the same name", async () => {
    await ask("create temp table api_keys (id text, organization_id text, hash bytea)");
    await ask("insert into pg_temp.api_keys values ('key_x', $1, $2)", [owner.id, Buffer.of(1)]);
    const found = await seen("select id from find_api_key($1)", [[Buffer.of(1)]]);
    expect(found).toEqual([{ id: null }]);
    await ask("drop table pg_temp.api_keys");
  });
});

test("an organization's own calls are still answered by the same role", async () => {
  const { body } = await callTool(api.app, "conexiones.estado.consultar", {}, owner);
  expect(body.data?.["conexiones"]).toHaveLength(1);
});
