import { and, eq, inArray, ne } from "drizzle-orm";
import { lockConnections } from "#lib/connections/index.ts";
import { longestWaitSeconds, openStatuses } from "#lib/contract/index.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { errorOfJob, waitForJob, wakeWorker } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Queue } from "#lib/platform/queue.ts";

type Waking = Context & { emissionQueue: Queue };

/**
 * Wakes a worker for a committed job, and waits for its visit: if that fails, it is its caller's
 * error.
 */
export async function waitForVisit(ctx: Waking, jobId: string): Promise<void> {
  await wakeLedgerWorker(ctx, jobId);
  const job = await waitForJob(ctx, jobId, longestWaitSeconds);
  if (job.status !== "succeeded") throw errorOfJob(job);
}

/** A queue that refuses delays the job; the caller waits for it all the same. */
export function wakeLedgerWorker(ctx: Waking, jobId: string): Promise<void> {
  return wakeWorker({ ...ctx, queue: ctx.emissionQueue }, jobId, ctx.organization.id);
}

const limit = 12;

/**
 * Limits the previews, live readings and files that somebody waits for, per connection: one more
 * would outlast its caller's wait. The connection's row is locked, so that two callers cannot both
 * take the last place.
 */
export async function checkWaiting(
  tx: InTransaction<Context>,
  connectionId: string,
): Promise<void> {
  await lockConnections(tx, [connectionId]);
  const open = await tx.db.orm.$count(
    syncJobs,
    and(
      eq(syncJobs.connectionId, connectionId),
      inArray(syncJobs.kind, ["preview", "pdf", "live"]),
      // Nobody waits for what the service fetches by itself, one at a time.
      ne(syncJobs.actorKind, "system"),
      inArray(syncJobs.status, openStatuses),
    ),
  );
  if (open >= limit) throw new AppError("too_many_pending", { details: { limit } });
}
