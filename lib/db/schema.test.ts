import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureDatabase } from "#infra/local/postgres.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { serverOfRun } from "#tests/support/servers/server-of-run.ts";
import { migrate } from "./migrate.ts";

const root = new URL("../../", import.meta.url);

let database: TestDatabase;
let definitions: PgTable[];

beforeAll(async () => {
  database = await testDatabase();
  definitions = await definedTables();
});
afterAll(() => database.close());

async function definedTables(): Promise<PgTable[]> {
  const names = await readdir(new URL("lib/", root), { recursive: true });
  const files = names.filter((name) => /\.(sql|table)\.ts$/.test(name));
  const modules = await Promise.all(
    files.map((file) => import(new URL(`lib/${file}`, root).href) as Promise<object>),
  );
  return modules.flatMap((exported) =>
    Object.values(exported).filter((value): value is PgTable => is(value, PgTable)),
  );
}

function nameOf(table: PgTable): string {
  const { schema = "public", name } = getTableConfig(table);
  return `${schema}.${name}`;
}

interface Column {
  name: string;
  type: string;
  required: boolean;
  collation: string | null;
}

async function columnsOf(table: string): Promise<Column[]> {
  const rows = await database.owner(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, nullif(c.collname, 'default') as collation
    from pg_attribute a left join pg_collation c on c.oid = a.attcollation
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by 1`,
    [table],
  );
  return rows as unknown as Column[];
}

function definedColumns(table: PgTable): Column[] {
  return getTableConfig(table)
    .columns.map((column): Column => {
      const [type = "", collation = null] = column.getSQLType().split(" COLLATE ");
      return {
        name: column.name,
        // Postgres prints the precision without a space.
        type: type.replace("timestamp (", "timestamp("),
        required: column.notNull || column.primary,
        collation: collation?.replaceAll('"', "") ?? null,
      };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

test("every table of the database is defined in code, and every definition is a table", async () => {
  const tables = await database.owner(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
     where relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
     and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const defined = definitions.map(nameOf).toSorted();
  expect(defined.length).toBeGreaterThanOrEqual(11);
  expect(defined).toEqual(tables.map(({ name }) => name));
});

test("every definition has the columns, types and collations of its table", async () => {
  let compared = 0;
  for (const table of definitions) {
    const name = nameOf(table);
    const columns = await columnsOf(name);
    expect(definedColumns(table), name).toEqual(columns);
    compared += columns.length;
  }
  expect(compared).toBeGreaterThan(90);
});

test("every index of a table is in its definition, and every one in it was built", async () => {
  const built = await database.owner(
    `select i.indrelid::regclass || ' ' || i.indexrelid::regclass as name from pg_index i
     join pg_class t on t.oid = i.indrelid and t.relkind = 'r' and not t.relispartition
     where t.relnamespace = 'public'::regnamespace and i.indisvalid
       and not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`,
  );
  const defined = definitions.flatMap((table) => {
    const { schema = "public", name, indexes } = getTableConfig(table);
    return schema === "public" ? indexes.map(({ config }) => `${name} ${config.name}`) : [];
  });
  expect(defined.length).toBeGreaterThan(60);
  expect(defined.toSorted()).toEqual(built.map(({ name }) => name));
});

test("every instant is stored with a zone, to the millisecond", async () => {
  const others = await database.owner(
    `select table_name, column_name from information_schema.columns
     where table_schema in ('public', 'auth') and (data_type like 'timestamp without%' or data_type = 'date'
       or (data_type like 'timestamp with %' and datetime_precision <> 3))`,
  );
  expect(others).toEqual([]);
});

test("no column is filled by the database's own clock or by a sequence", async () => {
  const filled = await database.owner(
    `select table_name, column_name, column_default from information_schema.columns
     where table_schema in ('public', 'auth') and column_default ~* 'now|current|nextval|uuid'`,
  );
  expect(filled).toEqual([]);
});

describe("migrations", () => {
  async function emptyDatabase() {
    const { serverUrl, passwords } = await serverOfRun("postgres");
    const url = await ensureDatabase(serverUrl, `test_${randomBytes(6).toString("hex")}`);
    const read = new Client({ connectionString: url });
    await read.connect();
    return { url, read, passwords };
  }

  /** Everything that the migrations made, in a comparable form. */
  async function shapeOf(client: Client): Promise<unknown[]> {
    const { rows } = await client.query(`
      select c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relpersistence,
        c.relacl::text as rights,
        (select array_agg(attname || format_type(atttypid, atttypmod) || attnotnull order by attnum)
          from pg_attribute where attrelid = c.oid and attnum > 0) as columns,
        (select array_agg(conname || pg_get_constraintdef(oid) order by conname)
          from pg_constraint where conrelid = c.oid) as constraints,
        (select array_agg(polname || pg_get_expr(polqual, polrelid)) from pg_policy
          where polrelid = c.oid) as policies
      from pg_class c where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) order by 1`);
    return rows;
  }

  test("run twice at once, and once more, leave the same schema", async () => {
    const { url, read, passwords } = await emptyDatabase();
    try {
      await Promise.all([migrate({ url, passwords }), migrate({ url, passwords })]);
      const first = await shapeOf(read);
      expect(first.length).toBeGreaterThan(20);
      const journal = JSON.parse(
        await readFile(new URL("drizzle/meta/_journal.json", root), "utf8"),
      ) as { entries: unknown[] };
      const applied = await read.query("select hash from drizzle.__drizzle_migrations");
      expect(applied.rows).toHaveLength(journal.entries.length);

      await migrate({ url, passwords });
      expect(await shapeOf(read)).toEqual(first);
    } finally {
      await read.end();
    }
  });

  test("leave no lock behind and protect a table whose policies were forgotten", async () => {
    const { url, read, passwords } = await emptyDatabase();
    try {
      await migrate({ url, passwords });
      await read.query("alter table records no force row level security");
      await migrate({ url, passwords });
      const walls = await read.query(
        "select relforcerowsecurity as forced from pg_class where relname = 'records'",
      );
      expect(walls.rows).toEqual([{ forced: true }]);
      const locks = await read.query(
        "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      );
      expect(locks.rows).toEqual([]);
    } finally {
      await read.end();
    }
  });
});
