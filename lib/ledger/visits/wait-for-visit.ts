import { longestWaitSeconds } from "#lib/contract/index.ts";
import { errorOfJob, waitForJob, wakeWorker } from "#lib/jobs/index.ts";
import type { Context } from "#lib/db/context.ts";
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
