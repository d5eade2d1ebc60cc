import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { giveRights } from "./give-rights.ts";
import { runOnlineSteps, type OnlineStep, type StepProgress } from "./online-steps.ts";
import { requireBaseline } from "./require-baseline.ts";
import { backupRole, loginRoles, systemMembers, systemRole, type LoginRole } from "./rights.ts";
import { untilUnblocked, usualPatience, type Patience } from "./until-unblocked.ts";

const migrationsFolder = fileURLToPath(new URL("../../drizzle", import.meta.url));
const lockName = "connect-migrations";
const turnPauseMs = 200;

interface MigrateOptions {
  /** The owner's connection, direct and not pooled. */
  url: string;
  /** Passwords for the service's roles; a missing role is created. */
  passwords: Record<LoginRole, string>;
  /** For the role that takes backups; without one nobody can log in as it. */
  backupPassword?: string | null;
  /** What is done afterwards, while the service runs. */
  steps?: readonly OnlineStep[];
  progress?: StepProgress;
  patience?: Patience;
}

/** Brings the schema up to date. Safe to run twice, and twice at once. */
export async function migrate({
  url,
  passwords,
  backupPassword = null,
  steps = [],
  progress = (_, work) => work(),
  patience = usualPatience,
}: MigrateOptions): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await waitForTurn(client);
    await requireBaseline(client, migrationsFolder);
    // Before the migrations: their policies and functions name the roles.
    for (const role of loginRoles) await ensureRole(client, role, passwords[role]);
    await ensureBackupRole(client, backupPassword);
    await gatherSystem(client);
    await untilUnblocked({ client, url, patience }, async () => {
      await applyMigrations(drizzle({ client }), { migrationsFolder });
      await giveRights(client);
    });
    await runOnlineSteps(client, steps, progress, (work) =>
      untilUnblocked({ client, url, patience }, work),
    );
  } finally {
    await client.end();
  }
}

/** Polled: a session that blocks inside a statement would hold up an index being built. */
async function waitForTurn(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>(
      "select pg_try_advisory_lock(hashtext($1)) as ours",
      [lockName],
    );
    if (rows[0]?.ours === true) return;
    await pause(turnPauseMs);
  }
}

/**
 * On a managed database the owner may create roles but is no superuser: no attribute is altered.
 */
async function ensureRole(client: Client, role: LoginRole, password: string): Promise<void> {
  const exists = await isBound(client, role);
  const verb = exists ? "alter" : "create";
  await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`);
  // A worker that freezes inside a transaction must not hold its job's row for ever.
  await client.query(`alter role ${role} set idle_in_transaction_session_timeout = '30s'`);
}

/** It holds one transaction for as long as a dump takes. */
async function ensureBackupRole(client: Client, password: string | null): Promise<void> {
  const exists = await isBound(client, backupRole);
  if (!exists) await client.query(`create role ${backupRole} nologin`);
  if (password === null) return;
  await client.query(`alter role ${backupRole} login password ${client.escapeLiteral(password)}`);
}

/** Whether the role exists; throws if policies do not bind it. */
async function isBound(client: Client, role: string): Promise<boolean> {
  const found = await client.query<{ unbound: boolean }>(
    "select rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1",
    [role],
  );
  if (found.rows[0]?.unbound === true) throw new Error(`${role} is above the policies`);
  return found.rows.length > 0;
}

/**
 * The roles that may act for all organizations: also the owner, whose rights the functions of
 * `rights.ts` have.
 */
async function gatherSystem(client: Client): Promise<void> {
  if (!(await isBound(client, systemRole))) await client.query(`create role ${systemRole} nologin`);
  const others = loginRoles.filter((role) => !systemMembers.includes(role));
  await client.query(`revoke ${systemRole} from ${others.join(", ")}`);
  await client.query(
    `grant ${systemRole} to ${[...systemMembers, backupRole].join(", ")}, current_user`,
  );
}
