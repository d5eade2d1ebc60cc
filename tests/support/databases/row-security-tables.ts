import type { TestDatabase } from "./test-database.ts";

export interface WalledTable {
  name: string;
  /** The column that names the organization; `id` for organizations themselves. */
  owner: string;
}

interface Column {
  name: string;
  type: string;
  required: boolean;
  /** The first value that a check constraint of this column names. */
  allowed: string | null;
}

/** Every table with rows of organizations, from the database's own catalogue. */
export async function walledTables(database: TestDatabase): Promise<WalledTable[]> {
  const rows = await database.owner(`
    select c.relname as name,
      case when c.relname = 'organizations' then 'id' else 'organization_id' end as owner
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname = 'organizations' or exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id'))
    order by 1`);
  return rows as unknown as WalledTable[];
}

/** Every row of every organization, except request counters and records. */
export async function everyRow(database: TestDatabase): Promise<unknown> {
  const rows: unknown[] = [];
  for (const { name } of await walledTables(database)) {
    if (name === "audit" || name === "rate_windows") continue;
    rows.push([name, await database.owner(`select * from ${name} t order by t::text`)]);
  }
  return rows;
}

/** What a constraint over several columns requires. */
const alsoNeeded: Record<string, object> = {
  outbox: { sealed: "\\x00" },
  idempotency_keys: { token: "token_1", lease_until: "2027-01-01T00:00:00.000Z" },
};

/** One row of the organization in the table, whatever its columns; foreign keys are not checked. */
export async function plantRow(
  database: TestDatabase,
  table: WalledTable,
  organizationId: string,
  also: object = {},
): Promise<void> {
  const columns = await columnsOf(database, table.name);
  const row = Object.fromEntries(
    columns
      .filter((column) => column.required || column.name === table.owner)
      .map((column) => [
        column.name,
        column.name === table.owner ? organizationId : valueFor(column, organizationId),
      ]),
  );
  Object.assign(row, alsoNeeded[table.name], also);
  await database.owner("set session_replication_role = replica");
  await database.owner(
    `insert into ${table.name} select * from json_populate_record(null::${table.name}, $1)`,
    [JSON.stringify(row)],
  );
  await database.owner("set session_replication_role = origin");
}

async function columnsOf(database: TestDatabase, table: string): Promise<Column[]> {
  const rows = await database.owner(
    `select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required,
      (select substring(pg_get_constraintdef(k.oid) from '''([^'']*)''') from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
        limit 1) as allowed
    from pg_attribute a
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''`,
    [table],
  );
  return rows as unknown as Column[];
}

function valueFor(column: Column, organizationId: string): unknown {
  if (column.allowed !== null) return column.allowed;
  switch (column.type) {
    case "integer":
    case "bigint":
    case "smallint":
    case "double precision":
      return 1;
    case "boolean":
      return false;
    case "timestamp with time zone":
      return "2027-01-01T00:00:00.000Z";
    case "text[]":
      return [];
    case "jsonb":
      return {};
    case "bytea":
      return `\\x${Buffer.from(organizationId + column.name).toString("hex")}`;
    case "uuid":
      return crypto.randomUUID();
    default:
      return `${column.name} of ${organizationId}`;
  }
}
