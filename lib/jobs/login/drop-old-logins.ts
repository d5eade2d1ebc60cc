import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { loginAttempts } from "./login-attempts.sql.ts";
import { countedOutcomes } from "./login-rules.ts";

const keptDays = 30;

/** Drops what the login rules no longer need: the newest of each secret is kept, however old. */
const dropOld: Statement = {
  name: "login.drop_old",
  repeatable: true,
  text: `
    delete from login_attempts a
    where a.started_at < $1 and exists (
      select 1 from login_attempts newer
      where newer.login_identity = a.login_identity and newer.secret_hash = a.secret_hash
        and (newer.outcome is null or newer.outcome = any($2))
        and newer.started_at > a.started_at)`,
};

export async function dropOldLogins(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptDays * dayMs);
  await withSystemTx(ctx, ({ db }) => db.run(dropOld, [before, countedOutcomes]));
}

/** For a sandbox whose portals start afresh, with no account blocked. */
export async function forgetLogins(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, ({ db }) => db.orm.delete(loginAttempts));
}

const dropOf: Statement = {
  name: "login.drop_of",
  repeatable: true,
  text: `
    delete from login_attempts a using credentials c
    where c.connection_id = $1 and a.login_identity = c.login_identity`,
};

/**
 * For an operator who knows that a connection's login works again: its past failures are cleared.
 */
export async function forgetLoginsOf(ctx: SystemContext, connectionId: string): Promise<void> {
  await withSystemTx(ctx, ({ db }) => db.run(dropOf, [connectionId]));
}
