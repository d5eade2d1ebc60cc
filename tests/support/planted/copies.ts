type Owner = (text: string, values?: unknown[]) => Promise<unknown>;

/** What must differ in a copy, by table, for the `n`-th organization. */
const organization = `'org_' || lpad(n::text, 26, '0')`;
const connection = `'conn_' || lpad(n::text, 26, '0')`;
const changes: Readonly<Record<string, Record<string, string>>> = {
  organizations: { id: organization },
  organization_connectors: { organization_id: organization },
  connections: { id: connection, organization_id: organization },
  api_keys: {
    id: `'key_' || lpad(n::text, 26, '0')`,
    organization_id: organization,
    hash: `'\\x' || encode(sha256(n::text::bytea), 'hex')`,
  },
  coverage: { connection_id: connection, organization_id: organization },
  usage_slots: {
    id: `t.id || n`,
    connection_id: connection,
    organization_id: organization,
  },
  rate_windows: { organization_id: organization },
  audit: { request_id: `t.request_id || n` },
};

/**
 * Other organizations, each with a copy of what one has: its connection's, one row per table. Its records are also
 * copied to other months, in the same connection.
 */
export async function plantCopies(
  owner: Owner,
  { connection: own, count }: { connection: string; count: number },
): Promise<void> {
  const ofOrganization = `(select organization_id from connections where id = $1)`;
  for (const [table, changed] of Object.entries(changes)) {
    const column = table === "organizations" ? "id" : "organization_id";
    const ofConnection = table === "coverage" || table === "usage_slots";
    const which = ofConnection ? "connection_id = $1" : `${column} = ${ofOrganization}`;
    const one = table === "connections" ? "id = $1" : which;
    await copy(owner, table, { of: `${one} limit 1`, changed }, [own, count]);
  }
  const ofBank = `connection_id = $1 and dataset = 'banco_a.movimientos'`;
  const month = `to_char(date '2027-08-01' - n * interval '1 month', 'YYYY-MM')`;
  const changed = {
    id: `t.id || '|' || n`,
    periodo: month,
    sort_key: `${month} || substr(t.sort_key, 8)`,
  };
  await copy(owner, "records", { of: ofBank, changed }, [own, 12]);
  await owner("analyze");
}

async function copy(
  owner: Owner,
  table: string,
  { of, changed }: { of: string; changed: Record<string, string> },
  values: [own: string, count: number],
): Promise<void> {
  const fields = Object.entries(changed).map(([field, value]) => `'${field}', ${value}`);
  await owner(
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${fields.join(", ")}))).*
     from ${table} t cross join generate_series(1, $2::int) n
     where (t.tableoid, t.ctid) in (select tableoid, ctid from ${table} where ${of})`,
    values,
  );
}
