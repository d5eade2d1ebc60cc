import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { rightsOn } from "./rights.ts";

const migrationsFolder = fileURLToPath(new URL("../../drizzle", import.meta.url));
const lockName = "connect-migrations";

/** The role that the service runs as: it owns nothing and is subject to every policy. */
export const appRole = "connect_app";

interface MigrateOptions {
  /** The owner's connection, direct and not pooled. */
  url: string;
  /** Given to the application's role; the role is made when it does not exist. */
  appPassword: string;
}

/** Brings the schema up to date. Safe to run twice, and twice at once. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const client = new Client({ connectionString: options.url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [lockName]);
    await applyMigrations(drizzle({ client }), { migrationsFolder });
    await ensureAppRole(client, options.appPassword);
    await closeWalls(client);
  } finally {
    await client.end();
  }
}

/** The owner may make roles and is no superuser on a managed database: no attribute is altered. */
async function ensureAppRole(client: Client, password: string): Promise<void> {
  const found = await client.query<{ unbound: boolean }>(
    "select rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1",
    [appRole],
  );
  if (found.rows[0]?.unbound === true) throw new Error(`${appRole} is above the policies`);
  const verb = found.rowCount === 0 ? "create" : "alter";
  await client.query(`${verb} role ${appRole} login password ${client.escapeLiteral(password)}`);
  // A worker that freezes inside a transaction must not hold its job's row for ever.
  await client.query(`alter role ${appRole} set idle_in_transaction_session_timeout = '30s'`);
  await client.query(`grant usage on schema public to ${appRole}`);
  await client.query(
    `grant execute on function maintain_audit_partitions(timestamptz, integer) to ${appRole}`,
  );
}

/** Runs after every migration, so that a new table cannot be left open by forgetting a line. */
async function closeWalls(client: Client): Promise<void> {
  const tables = await client.query<{ name: string; partition: boolean }>(`
    select c.oid::regclass::text as name, c.relispartition as partition
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by 1`);
  for (const { name, partition } of tables.rows) {
    await client.query(`revoke all on ${name} from ${appRole}`);
    // A partition is reached through its parent, whose policies hold for it.
    if (partition) continue;
    await client.query(`grant ${rightsOn(name).join(", ")} on ${name} to ${appRole}`);
    await client.query(`alter table ${name} force row level security`);
  }
}

/** The same database, entered as the application's role. */
export function appUrl(ownerUrl: string, appPassword: string): string {
  const url = new URL(ownerUrl);
  url.username = appRole;
  url.password = appPassword;
  return url.toString();
}
