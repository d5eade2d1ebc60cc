import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginRoles } from "#lib/db/rights.ts";
import { sqlState } from "#lib/db/failures.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import {
  plantRow,
  walledTables,
  type WalledTable,
} from "#tests/support/databases/row-security-tables.ts";

const own = "org_00000000000000000000000001";
const strangers = "org_00000000000000000000000002";

/** The role that answers calls may not use these, not even for its own organization. */
const hidden = ["login_attempts"];

/** Shared tables, the same for every organization. */
const shared = [
  "counted_days",
  "holds",
  "indicator_values",
  "mail_codes",
  "operator_actions",
  "smokes",
  "tallies",
  "used_forms",
];

let database: TestDatabase;
let tables: WalledTable[];

beforeAll(async () => {
  database = await testDatabase();
  tables = await walledTables(database);
  for (const table of tables) {
    await plantRow(database, table, own);
    await plantRow(database, table, strangers);
  }
});
afterAll(() => database.close());

const names = new Map<string, string>();

/** As the role that answers calls, acting for one organization, for none, or for all. */
function query(scope: string | null, text: string, values: unknown[] = [], db = database.app) {
  const name = names.get(text) ?? `walls_${names.size}`;
  names.set(text, name);
  const statement = { name, text, repeatable: false };
  if (scope === null) return db.run<Record<string, unknown>>(statement, values);
  return db.transaction(scope, (tx) => tx.run<Record<string, unknown>>(statement, values));
}

async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => "nothing was refused",
    (error: unknown) => sqlState(error),
  );
}

/** If the role may not do it at all, it reaches nobody's row. */
async function rowsUnlessDenied(work: Promise<unknown[]>): Promise<unknown[]> {
  return work.catch((error: unknown) => {
    if (sqlState(error) === "42501") return [];
    throw error;
  });
}

const policyViolated = "42501";
const foreignKeyViolated = "23503";

async function rowOf(table: WalledTable, organizationId: string): Promise<string> {
  const [found] = await database.owner(
    `select to_jsonb(t)::text as row from ${table.name} t where ${table.owner} = $1`,
    [organizationId],
  );
  return String(found?.["row"]);
}

test("every table that names an organization has a forced policy", async () => {
  const walls = await database.owner(
    `
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c where c.relname = any($1) and c.relnamespace = 'public'::regnamespace`,
    [tables.map(({ name }) => name)],
  );
  expect(walls.length).toBe(tables.length);
  expect(walls.length).toBeGreaterThanOrEqual(10);
  for (const table of walls) expect(table).toMatchObject({ walled: true, policies: 1 });
});

test("every other table is a shared one", async () => {
  const others = await database.owner(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
     and relkind in ('r', 'p') and not relispartition and not relname = any($1) order by 1`,
    [tables.map(({ name }) => name)],
  );
  expect(others.map(({ name }) => name)).toEqual(shared);
});

test.each(loginRoles)("%s owns nothing and cannot bypass a policy", async (name) => {
  const [role] = await database.owner(
    "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = $1",
    [name],
  );
  expect(Object.values(role ?? {})).toEqual([false, false, false, false]);
  const owned = await database.owner(
    "select relname from pg_class where relowner = (select oid from pg_roles where rolname = $1)",
    [name],
  );
  expect(owned).toEqual([]);
});

test("the role that answers calls cannot switch roles, nor disable row-level security", async () => {
  for (const role of ["connect_system", "connect_worker", "connect_keeper"]) {
    expect(await refusalOf(query(null, `set role ${role}`))).toBe("42501");
  }
  expect(await refusalOf(query(null, "set session_replication_role = replica"))).toBe("42501");
  expect(await refusalOf(query(null, "alter table audit disable row level security"))).toBe(
    "42501",
  );
});

test("one call's organization is forgotten before the next call on its connection", async () => {
  const one = await testDatabase({ max: 1 });
  try {
    const current = {
      name: "current",
      text: "select current_setting('app.org_id', true) as org",
      repeatable: true,
    };
    const inside = await one.app.transaction(own, (db) => db.run(current, []));
    expect(inside).toEqual([{ org: own }]);
    expect(await one.app.run(current, [])).toEqual([{ org: "" }]);
  } finally {
    await one.close();
  }
});

test.each([
  "",
  "org_1",
  "org_00000000000000000000000001'; drop table audit; --",
  "* ",
  "ORG_00000000000000000000000001",
])("a transaction for %j cannot begin", async (scope) => {
  await expect(database.db.transaction(scope, async () => 1)).rejects.toThrow(TypeError);
});

// The list of tables is known only at run time, so each guarantee loops over it and counts.
describe("in every table", () => {
  let tried = 0;
  beforeAll(() => {
    tried = 0;
  });

  async function eachTable(work: (table: WalledTable) => Promise<void>): Promise<void> {
    for (const table of tables) {
      await work(table);
      tried += 1;
    }
    expect(tried).toBe(tables.length);
    tried = 0;
  }

  test("an organization sees only its own row", () =>
    eachTable(async ({ name, owner }) => {
      // Tables forbidden to the role that answers calls are queried as a worker would.
      const db = hidden.includes(name) ? database.db : database.app;
      const rows = await query(own, `select ${owner} as org from ${name}`, [], db);
      expect(rows, name).toEqual([{ org: own }]);
      expect(
        await query(own, `select 1 from ${name} where ${owner} = $1`, [strangers], db),
        name,
      ).toEqual([]);
    }));

  test("without an organization nothing is visible", () =>
    eachTable(async ({ name }) => {
      expect(await rowsUnlessDenied(query(null, `select 1 from ${name}`)), name).toEqual([]);
    }));

  test("claiming all organizations shows, adds and changes nothing, while the system sees both", () =>
    eachTable(async (table) => {
      const { name, owner } = table;
      const seen = `select ${owner} as org from ${name} order by 1`;
      expect(await rowsUnlessDenied(query("*", seen)), name).toEqual([]);
      const changed = `update ${name} set ${owner} = ${owner} returning 1`;
      expect(await rowsUnlessDenied(query("*", changed)), name).toEqual([]);
      const row = await rowOf(table, strangers);
      const insert = `insert into ${name} select * from jsonb_populate_record(null::${name}, $1::jsonb)`;
      expect(await refusalOf(query("*", insert, [row])), name).toBe(policyViolated);

      const all = await query("*", seen, [], database.db);
      expect(all, name).toEqual([{ org: own }, { org: strangers }]);
    }));

  test("a stranger's row cannot be inserted", () =>
    eachTable(async (table) => {
      const row = await rowOf(table, strangers);
      const insert = `insert into ${table.name} select * from jsonb_populate_record(null::${table.name}, $1::jsonb)`;
      expect(await refusalOf(query(own, insert, [row])), table.name).toBe(policyViolated);
      expect(await refusalOf(query(null, insert, [row])), table.name).toBe(policyViolated);
    }));

  test("a stranger's row cannot be changed or removed, and stays the same", () =>
    eachTable(async (table) => {
      const { name, owner } = table;
      const before = await rowOf(table, strangers);
      for (const scope of [own, null]) {
        const changed = `update ${name} set ${owner} = ${owner} where ${owner} = $1 returning 1`;
        expect(await rowsUnlessDenied(query(scope, changed, [strangers])), name).toEqual([]);
        const removed = `delete from ${name} where ${owner} = $1 returning 1`;
        expect(await rowsUnlessDenied(query(scope, removed, [strangers])), name).toEqual([]);
      }
      expect(await rowOf(table, strangers)).toBe(before);
    }));

  test("an own row cannot be given to a stranger", () =>
    eachTable(async ({ name, owner }) => {
      // Refused by the policy, or for lack of the privilege: the code is the same.
      const given = query(own, `update ${name} set ${owner} = $1`, [strangers]);
      expect(await refusalOf(given), name).toBe(policyViolated);
    }));
});

test("a partition of the audit cannot be reached except through its parent", async () => {
  const partitions = await database.owner(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit'::regclass",
  );
  expect(partitions.length).toBeGreaterThanOrEqual(1);
  for (const { name } of partitions) {
    expect(await refusalOf(query(own, `select 1 from ${String(name)}`))).toBe("42501");
  }
});

describe("foreign keys", () => {
  interface Link {
    name: string;
    child: string;
    parent: string;
    columns: string[];
    parents: string[];
  }
  let links: Link[];
  beforeAll(async () => {
    links = (await database.owner(`
      select conname as name, conrelid::regclass::text as child,
        confrelid::regclass::text as parent,
        (select array_agg(attname::text order by n) from unnest(conkey) with ordinality k (at, n)
          join pg_attribute on attrelid = conrelid and attnum = at) as columns,
        (select array_agg(attname::text order by n) from unnest(confkey) with ordinality k (at, n)
          join pg_attribute on attrelid = confrelid and attnum = at) as parents
      from pg_constraint where contype = 'f' and conparentid = 0
        and connamespace = 'public'::regnamespace`)) as unknown as Link[];
  });

  test("between an organization's rows include the organization", () => {
    const walled = links.filter(({ parent }) => parent !== "organizations");
    expect(walled.length).toBeGreaterThanOrEqual(5);
    for (const { name, columns, parents } of walled) {
      expect(columns[parents.indexOf("organization_id")], name).toBe("organization_id");
    }
  });

  test("let no row refer to another organization, not even for the system", async () => {
    const walled = links.filter(({ parent }) => parent !== "organizations");
    let tried = 0;
    for (const { name, child, parent, columns, parents } of walled) {
      const at = parents.findIndex((column) => column !== "organization_id");
      const [target] = await database.owner(
        `select ${parents[at]} as value from ${parent} where organization_id = $1`,
        [strangers],
      );
      const pointed = database.owner(
        `update ${child} set ${columns[at]} = $1 where organization_id = $2`,
        [target?.["value"], own],
      );
      expect(await refusalOf(pointed), name).toBe(foreignKeyViolated);
      tried += 1;
    }
    expect(tried).toBe(walled.length);
  });
});
