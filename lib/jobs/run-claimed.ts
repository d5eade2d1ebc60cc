import { crashPoint } from "#lib/kernel/crash-point.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import { claimJob, type ClaimedJob } from "./claim-job.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { JobTakenOver } from "./held-job.ts";
import { busyRetrySeconds, type JobKind } from "./job.ts";
import type { WorkerContext } from "./worker-context.ts";

interface WakeUp {
  jobId: string;
  /** The end of the worker's time. */
  deadline: AbortSignal;
}

interface JobWork {
  /** What this worker takes; jobs of other kinds are left alone. */
  kinds: readonly JobKind[];
  /** `signal` is aborted at the deadline, and when another worker took the job over. */
  run(job: ClaimedJob, signal: AbortSignal): Promise<void>;
}

/**
 * One wake-up. Every failure ends in the job's row; only an unreachable database makes the message
 * itself fail, so that the queue delivers it again.
 */
export async function runClaimed(
  ctx: WorkerContext,
  { jobId, deadline }: WakeUp,
  work: JobWork,
): Promise<void> {
  const claim = await claimJob(ctx, jobId, work.kinds);
  switch (claim.kind) {
    case "not_due":
      return;
    case "busy":
      await ctx.queue.send(
        { jobId },
        { group: claim.organizationId, delaySeconds: busyRetrySeconds },
      );
      return;
    case "claimed": {
      const { worker } = ctx;
      crashPoint(`${worker}.after_claim`);
      if (claim.job.takenOver) ctx.log.measure("take_over", { worker, JobsTakenOver: 1 });
      return withRequestId(claim.job.requestId, () => runHeld(ctx, claim.job, deadline, work));
    }
  }
}

async function runHeld(
  ctx: WorkerContext,
  job: ClaimedJob,
  deadline: AbortSignal,
  work: JobWork,
): Promise<void> {
  const heartbeat = startHeartbeat(ctx, job);
  try {
    await work.run(job, AbortSignal.any([deadline, heartbeat.signal]));
  } catch (error) {
    if (!(error instanceof JobTakenOver)) throw error;
    // Another worker has the job: what this one would report no longer counts.
    ctx.log.warn(`${ctx.worker}.taken_over`, { job: job.id });
  } finally {
    heartbeat.stop();
  }
}
