import { and, eq, isNull } from "drizzle-orm";
import type { PgColumn, PgSelect, PgTable } from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Queue } from "#lib/platform/queue.ts";

type Tx = InTransaction<SystemContext>;

/** What fell due, and what is done about it. */
interface Due<Found> {
  find(tx: Tx, now: Date): PromiseLike<readonly Found[]>;
  /** Until the next visit, should nobody live to end this one. */
  postpone(tx: Tx, found: Found, now: Date): Promise<void>;
  /** Answers the job. */
  start(tx: Tx, found: Found): Promise<string>;
}

/** Of one run; the others wait for the next. */
const visitsAtOnce = 100;

/** Somebody can log in. An organization that waits for its deletion is for each kind of visit to judge. */
export const mayBeVisited = and(
  eq(connections.credencial, "viva"),
  isNull(connections.disabledAt),
  isNull(connections.deletedAt),
);

/** The longest due first: more than a run takes must not keep the others waiting for ever. */
export function longestDue<Query extends PgSelect>(
  query: Query,
  { of, at, id }: { of: PgTable; at: PgColumn; id: PgColumn },
) {
  return query.orderBy(at, id).limit(visitsAtOnce).for("update", { of, skipLocked: true });
}

/** Has portals asked about what is due there. Answers how many visits that are. */
export async function visitDue<Found extends { row: { organizationId: string } }>(
  ctx: SystemContext & { emissionQueue: Queue },
  { find, postpone, start }: Due<Found>,
): Promise<number> {
  const now = ctx.clock.now();
  const jobs = await withSystemTx(ctx, async (tx) => {
    const started = [];
    for (const found of await find(tx, now)) {
      // Before the visit: one that nobody lives to end must not be due again at once.
      await postpone(tx, found, now);
      started.push({ jobId: await start(tx, found), group: found.row.organizationId });
    }
    return started;
  });
  for (const { jobId, group } of jobs) await ctx.emissionQueue.send({ jobId }, { group });
  return jobs.length;
}
