import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#lib/db/database.ts";
import { sqlState } from "#lib/db/failures.ts";
import { deletable, serviceRoles } from "#lib/db/rights.ts";
import {
  callTool,
  testApi,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";

/* Somebody with the service's database login erases what it did, and other rows with it. */

const denied = "42501";

let api: TestApi;
let owner: TestOrganization;
beforeAll(async () => {
  api = await testApi();
  owner = await api.organization();
  expect((await callTool(api.app, "core.timestamp.now", {}, owner)).status).toBe(200);
});
afterAll(() => api.close());

/** Runs as one of the service's roles, for an organization. Returns why the database refused. */
async function attempt(text: string, db: Database): Promise<string | null> {
  const statement = { name: `attack_${text}`.slice(0, 60), text, repeatable: false };
  return db.transaction(owner.id, (tx) => tx.run(statement, [])).then(() => null, sqlState);
}

type Role = (typeof serviceRoles)[number];

const databaseOf = (role: Role): Database => {
  const { app, db, keeper } = api.database;
  return { connect_app: app, connect_worker: db, connect_keeper: keeper }[role];
};

const onRecord = () => api.database.owner("select outcome from audit");

describe("what is on record", () => {
  test.each([
    "delete from audit",
    "delete from audit_default",
    "truncate audit",
    "update audit set outcome = 'ok'",
    "drop table audit",
  ])("stays after: %s", async (text) => {
    for (const role of serviceRoles) expect(await attempt(text, databaseOf(role))).toBe(denied);
    expect(await onRecord()).toEqual([{ outcome: "ok" }]);
  });

  test.each([
    ["no term", "select maintain_audit_partitions('2999-01-01', 0)"],
    ["a shorter term", "select maintain_audit_partitions(now(), 23)"],
    ["a clock that was moved", "select maintain_audit_partitions('2999-01-01', 24)"],
  ])("stays after its housekeeping with %s, which the service may not run", async (_, text) => {
    expect(await attempt(text, api.database.app)).toBe(denied);
    expect(await attempt(text, api.database.db)).toBe(denied);
    await attempt(text, api.database.keeper);
    expect(await onRecord()).toEqual([{ outcome: "ok" }]);
  });
});

test.each(serviceRoles)("%s cannot empty a table whose rows it may not delete", async (role) => {
  const rows = await api.database.owner(
    `
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and has_table_privilege($1, oid, 'delete') order by 1`,
    [role],
  );
  const emptied = rows.map(({ name }) => String(name));
  expect(emptied).toEqual(deletable[role]);
  const kept = ["audit", "connections", "operation_evidence", "organizations"];
  // Housekeeping erases deleted and expired rows; the roles that answer calls or work cannot erase these.
  const others = role === "connect_keeper" ? [] : ["api_keys", "operations", "sync_jobs"];
  for (const table of [...kept, ...others]) {
    expect(emptied).not.toContain(table);
    expect(await attempt(`delete from ${table}`, databaseOf(role))).toBe(denied);
  }
});
