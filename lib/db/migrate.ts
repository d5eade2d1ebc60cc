import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import {
  droppedAuthRows,
  loginRoles,
  ownersFunctions,
  publicKeyColumns,
  rightsOn,
  serviceRoles,
  systemMembers,
  systemRole,
  type LoginRole,
} from "./rights.ts";

const migrationsFolder = fileURLToPath(new URL("../../drizzle", import.meta.url));
const lockName = "connect-migrations";

interface MigrateOptions {
  /** The owner's connection, direct and not pooled. */
  url: string;
  /** Given to the service's roles; a role is made when it does not exist. */
  passwords: Record<LoginRole, string>;
}

/** Brings the schema up to date. Safe to run twice, and twice at once. */
export async function migrate({ url, passwords }: MigrateOptions): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [lockName]);
    const isBehind = await knowsNoWorker(client);
    // Before the migrations: their policies and functions name the roles.
    for (const role of loginRoles) await ensureRole(client, role, passwords[role]);
    await gatherSystem(client);
    await applyMigrations(drizzle({ client }), { migrationsFolder });
    await closeWalls(client);
    await giveAuth(client);
    await giveFunctions(client);
    if (isBehind) await keepForReleaseBefore(client);
  } finally {
    await client.end();
  }
}

/** In the release before, what works through jobs entered as what answers calls. */
async function knowsNoWorker(client: Client): Promise<boolean> {
  const found = await client.query<{ name: string }>(
    "select rolname as name from pg_roles where rolname = any($1)",
    [loginRoles],
  );
  const names = found.rows.map(({ name }) => name);
  return names.includes("connect_app") && !names.includes("connect_worker");
}

/** Its functions run on until the deploy: what they need goes with the next run. */
async function keepForReleaseBefore(client: Client): Promise<void> {
  await client.query(`grant ${systemRole} to connect_app`);
  for (const name of await walledTables(client)) {
    const rights = new Set(serviceRoles.flatMap((role) => rightsOn(name, role)));
    await client.query(`grant ${[...rights].join(", ")} on ${name} to connect_app`);
  }
  await client.query("grant update on audit to connect_app");
  for (const name of Object.keys(ownersFunctions)) {
    await client.query(`grant execute on function ${name} to connect_app`);
  }
}

/** The owner may make roles and is no superuser on a managed database: no attribute is altered. */
async function ensureRole(client: Client, role: LoginRole, password: string): Promise<void> {
  const exists = await isBound(client, role);
  const verb = exists ? "alter" : "create";
  await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`);
  // A worker that freezes inside a transaction must not hold its job's row for ever.
  await client.query(`alter role ${role} set idle_in_transaction_session_timeout = '30s'`);
  if (role !== "connect_auth") await client.query(`grant usage on schema public to ${role}`);
}

/** Whether the role exists; one that no policy binds goes no further. */
async function isBound(client: Client, role: string): Promise<boolean> {
  const found = await client.query<{ unbound: boolean }>(
    "select rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1",
    [role],
  );
  if (found.rows[0]?.unbound === true) throw new Error(`${role} is above the policies`);
  return found.rows.length > 0;
}

/** Who may speak for all organizations: the owner too, as whom the functions of `rights.ts` run. */
async function gatherSystem(client: Client): Promise<void> {
  if (!(await isBound(client, systemRole))) await client.query(`create role ${systemRole} nologin`);
  const others = loginRoles.filter((role) => !systemMembers.includes(role));
  await client.query(`revoke ${systemRole} from ${others.join(", ")}`);
  await client.query(`grant ${systemRole} to ${systemMembers.join(", ")}, current_user`);
}

async function giveFunctions(client: Client): Promise<void> {
  for (const [name, roles] of Object.entries(ownersFunctions)) {
    await client.query(`revoke execute on function ${name} from public, ${loginRoles.join(", ")}`);
    await client.query(`grant execute on function ${name} to ${roles.join(", ")}`);
  }
}

/** Runs after every migration, so that a new table cannot be left open by forgetting a line. */
async function closeWalls(client: Client): Promise<void> {
  const roles = serviceRoles.join(", ");
  for (const name of await partitions(client))
    await client.query(`revoke all on ${name} from ${roles}`);
  for (const name of await walledTables(client)) {
    await client.query(`revoke all on ${name} from ${roles}`);
    for (const role of serviceRoles) {
      const rights = rightsOn(name, role);
      if (rights.length === 0) continue;
      await client.query(`grant ${rights.join(", ")} on ${name} to ${role}`);
    }
    await client.query(`alter table ${name} force row level security`);
  }
}

/** People and their tokens are one role's; of all that, the others know which keys verify. */
async function giveAuth(client: Client): Promise<void> {
  const others = serviceRoles.join(", ");
  await client.query(`revoke all on all tables in schema auth from ${loginRoles.join(", ")}`);
  await client.query(`grant usage on schema auth to ${loginRoles.join(", ")}`);
  await client.query(
    "grant select, insert, update, delete on all tables in schema auth to connect_auth",
  );
  await client.query(`grant select (${publicKeyColumns.join(", ")}) on auth.jwks to ${others}`);
  for (const [table, columns] of Object.entries(droppedAuthRows)) {
    const known = columns.join(", ");
    await client.query(`grant select (${known}), delete on auth.${table} to connect_keeper`);
  }
}

/** A partition is reached through its parent, whose policies hold for it. */
const partitions = (client: Client): Promise<string[]> => tablesOf(client, true);
const walledTables = (client: Client): Promise<string[]> => tablesOf(client, false);

async function tablesOf(client: Client, partition: boolean): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relispartition = $1
    order by 1`,
    [partition],
  );
  return tables.rows.map(({ name }) => name);
}
