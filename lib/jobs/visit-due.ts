import { and, eq, isNull, sql } from "drizzle-orm";
import type { PgColumn, PgSelect, PgTable } from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Queue } from "#lib/platform/queue.ts";

type Tx = InTransaction<SystemContext>;

/** What became due, and what is done about it. */
interface Due<Found> {
  find(tx: Tx, now: Date): PromiseLike<readonly Found[]>;
  /** Postpones it to the next visit, in case this one's worker dies. */
  postpone(tx: Tx, found: Found, now: Date): Promise<void>;
  /** Returns the job. */
  start(tx: Tx, found: Found): Promise<string>;
}

/** Per run; the others wait for the next. */
const visitsAtOnce = 100;

/** Somebody can log in. Each kind of visit decides about an organization that is to be deleted. */
export const mayBeVisited = and(
  eq(connections.credencial, "viva"),
  isNull(connections.disabledAt),
  isNull(connections.deletedAt),
);

/** No job on this target is queued or running. */
export const hasNoOpenJob = (target: PgColumn) =>
  sql`not exists (select from sync_jobs j
    where j.target_id = ${target} and j.status in ('queued', 'running'))`;

/** The longest due first: if there are more than a run takes, none must wait for ever. */
export function longestDue<Query extends PgSelect>(
  query: Query,
  { of, at, id }: { of: PgTable; at: PgColumn; id: PgColumn },
) {
  return query.orderBy(at, id).limit(visitsAtOnce).for("update", { of, skipLocked: true });
}

/** Starts visits for what is due. Returns how many. */
export async function visitDue<Found extends { row: { organizationId: string } }>(
  ctx: SystemContext & { emissionQueue: Queue },
  { find, postpone, start }: Due<Found>,
): Promise<number> {
  const now = ctx.clock.now();
  const jobs = await withSystemTx(ctx, async (tx) => {
    const started = [];
    for (const found of await find(tx, now)) {
      // Before the visit: if its worker dies, it must not be due again at once.
      await postpone(tx, found, now);
      started.push({ jobId: await start(tx, found), group: found.row.organizationId });
    }
    return started;
  });
  for (const { jobId, group } of jobs) await ctx.emissionQueue.send({ jobId }, { group });
  return jobs.length;
}
