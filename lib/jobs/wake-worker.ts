import type { Log } from "#lib/kernel/log.ts";
import type { Queue } from "#lib/platform/queue.ts";

/**
 * For a job whose row is committed: the row is the truth, and housekeeping wakes a worker if nobody
 * else does. An unreachable queue delays the job; it does not make the call that started it fail.
 */
export async function wakeWorker(
  ctx: { queue: Queue; log: Log; requestId: string },
  jobId: string,
  organizationId: string,
): Promise<void> {
  try {
    await ctx.queue.send({ jobId }, { group: organizationId, requestId: ctx.requestId });
  } catch (error) {
    ctx.log.warn("sync.wake_up_not_sent", { job: jobId, error });
  }
}
