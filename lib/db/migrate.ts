import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { loginRoles, publicKeyColumns, rightsOn, serviceRoles, type LoginRole } from "./rights.ts";

const migrationsFolder = fileURLToPath(new URL("../../drizzle", import.meta.url));
const lockName = "connect-migrations";
const maintenance = "maintain_audit_partitions(timestamptz, integer)";

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
    const isBehind = await hasOneRole(client);
    await applyMigrations(drizzle({ client }), { migrationsFolder });
    for (const role of loginRoles) await ensureRole(client, role, passwords[role]);
    await closeWalls(client);
    await giveAuth(client);
    await giveMaintenance(client);
    if (isBehind) await keepForOneRole(client);
  } finally {
    await client.end();
  }
}

/** The release before knew one role. */
async function hasOneRole(client: Client): Promise<boolean> {
  const found = await client.query("select rolname from pg_roles where rolname = any($1)", [
    serviceRoles,
  ]);
  return found.rows.length === 1;
}

/** Its functions run on until the deploy: what they need goes with the next run. */
async function keepForOneRole(client: Client): Promise<void> {
  await client.query("grant update on audit to connect_app");
  await client.query(`grant execute on function ${maintenance} to connect_app`);
}

/** The owner may make roles and is no superuser on a managed database: no attribute is altered. */
async function ensureRole(client: Client, role: LoginRole, password: string): Promise<void> {
  const found = await client.query<{ unbound: boolean }>(
    "select rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1",
    [role],
  );
  if (found.rows[0]?.unbound === true) throw new Error(`${role} is above the policies`);
  const verb = found.rowCount === 0 ? "create" : "alter";
  await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`);
  // A worker that freezes inside a transaction must not hold its job's row for ever.
  await client.query(`alter role ${role} set idle_in_transaction_session_timeout = '30s'`);
  if (role !== "connect_auth") await client.query(`grant usage on schema public to ${role}`);
}

async function giveMaintenance(client: Client): Promise<void> {
  await client.query(`revoke execute on function ${maintenance} from ${serviceRoles.join(", ")}`);
  await client.query(`grant execute on function ${maintenance} to connect_keeper`);
}

/** Runs after every migration, so that a new table cannot be left open by forgetting a line. */
async function closeWalls(client: Client): Promise<void> {
  const roles = serviceRoles.join(", ");
  const tables = await client.query<{ name: string; partition: boolean }>(`
    select c.oid::regclass::text as name, c.relispartition as partition
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by 1`);
  for (const { name, partition } of tables.rows) {
    await client.query(`revoke all on ${name} from ${roles}`);
    // A partition is reached through its parent, whose policies hold for it.
    if (partition) continue;
    await client.query(`grant ${rightsOn(name).join(", ")} on ${name} to ${roles}`);
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
}
