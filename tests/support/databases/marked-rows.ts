import type { TestDatabase } from "./test-database.ts";

interface Column {
  table: string;
  name: string;
  type: "text" | "text[]" | "jsonb";
  /** No key, foreign key or check limits what it may contain. */
  isFree: boolean;
}

/** Every text column, from the database's own catalogue; a partition's are its parent's. */
async function wordColumns(database: TestDatabase): Promise<Column[]> {
  const rows = await database.owner(`
    select format('%I.%I', c.table_schema, c.table_name) as table, format('%I', c.column_name) as name,
      format_type(a.atttypid, null) as type,
      not exists (select from pg_constraint k where k.conrelid = p.oid and k.contype <> 'n' and a.attnum = any(k.conkey))
        and not exists (select from pg_index i
          where i.indrelid = p.oid and i.indisunique and a.attnum = any(i.indkey)) as "isFree"
    from information_schema.columns c
    join pg_class p on p.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
    join pg_attribute a on a.attrelid = p.oid and a.attname = c.column_name
    where c.table_schema in ('public', 'auth') and p.relkind in ('r', 'p') and not p.relispartition
      and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb') and a.attgenerated = ''
    order by 1, 2`);
  return rows as unknown as Column[];
}

const marked: Record<Column["type"], (name: string) => string> = {
  text: (name) => `coalesce(${name}, '') || $1`,
  "text[]": (name) => `coalesce(${name}, '{}') || $1::text`,
  jsonb: () => "jsonb_build_object('marcado', $1::text)",
};

/** Writes the mark into every free column of every row that names the organization. Returns how many columns. */
export async function markRowsOf(
  database: TestDatabase,
  organizationId: string,
  mark: string,
): Promise<number> {
  const named = ["organization_id", "connection_id"];
  const free = (await wordColumns(database)).filter(
    ({ isFree, name }) => isFree && !named.includes(name),
  );
  for (const { table, name, type } of free) {
    await database.owner(
      `update ${table} t set ${name} = ${marked[type](name)} where position($2 in t::text) > 0`,
      [mark, organizationId],
    );
  }
  return free.length;
}

/** The columns that contain the text anywhere, as `table.column`. */
export async function columnsWith(database: TestDatabase, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, name } of await wordColumns(database)) {
    const rows = await database.owner(
      `select 1 from ${table} where position($1 in ${name}::text) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(`${table}.${name}`.replace(/^public\./, ""));
  }
  return found;
}

/** Every row of every table that does not name the organization. */
export async function rowsWithout(
  database: TestDatabase,
  organizationId: string,
): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of new Set((await wordColumns(database)).map((column) => column.table))) {
    rows[table] = await database.owner(
      `select t::text as row from ${table} t where position($1 in t::text) = 0 order by 1`,
      [organizationId],
    );
  }
  return rows;
}
