import type { Clock } from "#lib/kernel/clock.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { Actor } from "./actors.ts";
import type { Database, Queries } from "./database.ts";

/** Without an organization: for authentication, housekeeping, workers. */
export interface SystemContext {
  db: Database;
  clock: Clock;
  log: Log;
}

/** Who asks, for which organization. The explicit first argument of every verb. */
export interface Context extends SystemContext {
  organization: { id: string };
  actor: Actor;
  requestId: string;
}

/** A context inside a transaction: `db` only sees the organization's rows and commits with it. */
export type InTransaction<C> = Omit<C, "db"> & { db: Queries };

/** Everything `work` does through its context is committed together, or not at all. */
export function withTx<C extends SystemContext & Pick<Context, "organization">, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(ctx.organization.id, (db) => work({ ...ctx, db }));
}

/**
 * The same across organizations: for workers, housekeeping and operators, whose roles may do so.
 */
export function withSystemTx<C extends SystemContext, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction("*", (db) => work({ ...ctx, db }));
}

/** Used as the organization for rows about a person, who need not belong to any. */
export const personalScope = "org_00000000000000000000000000";

export function withPersonalTx<C extends SystemContext, T>(
  ctx: C,
  work: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction(personalScope, (db) => work({ ...ctx, db }));
}
