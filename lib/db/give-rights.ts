import type { Client } from "pg";
import {
  backupRole,
  droppedAuthRows,
  loginRoles,
  ownersFunctions,
  publicKeyColumns,
  rightsOn,
  serviceRoles,
} from "./rights.ts";

/** A privilege and its object, as in `grant` and `revoke`: `select on table records`. */
type Right = string;

/** By role. */
type Rights = Map<string, Set<Right>>;

interface Table {
  /** Qualified with its schema unless that is `public`. */
  name: string;
  schema: "public" | "auth" | "drizzle";
  kind: "table" | "sequence";
  partition: boolean;
  forced: boolean;
}

/**
 * Runs after every migration, so that no new table is left open by a forgotten line. Only
 * differences are sent: a release without changes locks nothing, and no right is missing in
 * between.
 */
export async function giveRights(client: Client): Promise<void> {
  // Revoking a right on a table also revokes it on its columns: those are granted again.
  for (let left = 2; left > 0; left -= 1) {
    const statements = await whatDiffers(client);
    if (statements.length === 0) return;
    // Sent together, they are one transaction.
    await client.query(statements.join("; "));
  }
}

async function whatDiffers(client: Client): Promise<string[]> {
  const tables = await readTables(client);
  const wanted = wantedRights(tables);
  const held = await readRights(client);
  return [
    ...differences(held, wanted).map(([role, right]) => `revoke ${right} from ${role}`),
    ...differences(wanted, held).map(([role, right]) => `grant ${right} to ${role}`),
    ...tables
      .filter(({ schema, partition, forced }) => schema === "public" && !partition && !forced)
      .map(({ name }) => `alter table ${name} force row level security`),
    // The audit's monthly partitions are made as needed.
    ...(await schemasWithoutDefault(client)).map(
      (schema) =>
        `alter default privileges in schema ${schema} grant select on tables to ${backupRole}`,
    ),
  ];
}

async function schemasWithoutDefault(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `
    select n.nspname as name from pg_namespace n where n.nspname = any($1) and not exists (
      select from pg_default_acl d cross join lateral aclexplode(d.defaclacl) a
      where d.defaclnamespace = n.oid and d.defaclrole = (select oid from pg_roles where rolname = current_user)
        and a.grantee = (select oid from pg_roles where rolname = $2))`,
    [schemas, backupRole],
  );
  return rows.map(({ name }) => name);
}

/** What the first has and the second lacks. */
function differences(rights: Rights, others: Rights): [role: string, right: Right][] {
  return [...rights].flatMap(([role, of]) =>
    [...of.difference(others.get(role) ?? new Set())].map((right): [string, Right] => [
      role,
      right,
    ]),
  );
}

function wantedRights(tables: readonly Table[]): Rights {
  const wanted: Rights = new Map();
  const give = (role: string, what: string, privileges: readonly string[]): void => {
    const rights = wanted.get(role) ?? new Set();
    for (const privilege of privileges) rights.add(`${privilege} on ${what}`);
    wanted.set(role, rights);
  };
  for (const { name, schema, kind, partition } of tables) {
    give(backupRole, `${kind} ${name}`, ["select"]);
    if (schema === "drizzle") continue;
    // A partition is reached through its parent, whose policies apply to it.
    if (partition) continue;
    if (schema === "auth") give("connect_auth", `table ${name}`, everyVerb);
    else for (const role of serviceRoles) give(role, `table ${name}`, rightsOn(name, role));
  }
  const columns = (names: readonly string[]) => names.map((name) => `select (${name})`);
  for (const role of serviceRoles) {
    give(role, "schema public", ["usage"]);
    // The role that answers calls only sees which keys verify, and nothing else of people and
    // tokens.
    give(role, "table auth.jwks", columns(publicKeyColumns));
  }
  for (const role of loginRoles) give(role, "schema auth", ["usage"]);
  for (const schema of schemas) give(backupRole, `schema ${schema}`, ["usage"]);
  for (const [table, known] of Object.entries(droppedAuthRows)) {
    give("connect_keeper", `table auth.${table}`, [...columns(known), "delete"]);
  }
  for (const [name, roles] of Object.entries(ownersFunctions)) {
    for (const role of roles) give(role, `function ${name}`, ["execute"]);
  }
  return wanted;
}

/** Ours; the migrations' own table belongs to a dump. */
const schemas = ["public", "auth", "drizzle"];

const everyVerb = ["select", "insert", "update", "delete"];

async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `
    select c.oid::regclass::text as name, n.nspname as schema,
      case c.relkind when 'S' then 'sequence' else 'table' end as kind,
      c.relispartition as partition, c.relforcerowsecurity as forced
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and c.relkind in ('r', 'p', 'S') order by 1`,
    [schemas],
  );
  return rows;
}

/**
 * The rights of the service's roles, and those of everybody where a new table or function grants
 * them.
 */
async function readRights(client: Client): Promise<Rights> {
  const { rows } = await client.query<{ role: string; right: Right }>(
    `
    with objects as (
      select case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass::text as what,
        c.relacl as rights, null as part, true as open
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'S') and n.nspname = any($3)
      union all
      select 'table ' || c.oid::regclass::text, a.attacl, quote_ident(a.attname), true
      from pg_class c join pg_attribute a on a.attrelid = c.oid
        join pg_namespace n on n.oid = c.relnamespace
      where a.attacl is not null and c.relkind in ('r', 'p') and n.nspname = any($3)
      union all
      select 'function ' || f.name, coalesce(p.proacl, acldefault('f', p.proowner)), null, true
      from unnest($2::text[]) f (name) join pg_proc p on p.oid = to_regprocedure(f.name)
      union all
      select 'schema ' || n.nspname, n.nspacl, null, false
      from pg_namespace n where n.nspname = any($3)
    )
    select coalesce(r.rolname, 'public') as role,
      lower(a.privilege_type) || coalesce(' (' || o.part || ')', '') || ' on ' || o.what as right
    from objects o cross join lateral aclexplode(o.rights) a left join pg_roles r on r.oid = a.grantee
    where r.rolname = any($1) or (a.grantee = 0 and o.open)`,
    [[...loginRoles, backupRole], Object.keys(ownersFunctions), schemas],
  );
  const held: Rights = new Map();
  for (const { role, right } of rows) {
    held.set(role, (held.get(role) ?? new Set()).add(right));
  }
  return held;
}
