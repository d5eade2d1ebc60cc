import type { SystemContext } from "#lib/db/context.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import { claimJob, type ClaimedJob } from "./claim-job.ts";
import { JobTakenOver, renewLease, type HeldJob } from "./held-job.ts";
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

/**
 * Often, since clocks differ: to a worker whose clock is 45 seconds ahead a lease seems that much
 * shorter, and it must not take a live job even if a beat was missed.
 */
export const beatEveryMs = 5_000;

interface Heartbeat {
  /** Aborted when the job was taken over: the worker then stops where it is. */
  signal: AbortSignal;
  stop(): void;
}

const beating = new Set<() => Promise<void>>();

/** When the clock jumps, the leases of this process's workers move with it. */
export async function beatAll(): Promise<void> {
  await Promise.all([...beating].map((beat) => beat()));
}

function startHeartbeat(ctx: SystemContext, held: HeldJob): Heartbeat {
  const lost = new AbortController();
  const beat = async (): Promise<void> => {
    try {
      await renewLease(ctx, held);
    } catch (error) {
      // A briefly unreachable database is no reason to stop: the lease outlasts some missed beats.
      if (error instanceof JobTakenOver) lost.abort(error);
      else ctx.log.warn("sync.heartbeat_missed", { job: held.id, error });
    }
  };
  // Otherwise a beat that waits for the job's row would be joined by the next, each on its own
  // connection.
  let waits = false;
  const beatAlone = async (): Promise<void> => {
    if (waits) return;
    waits = true;
    await beat();
    waits = false;
  };
  const timer = setInterval(() => void beatAlone(), beatEveryMs);
  beating.add(beat);
  return {
    signal: lost.signal,
    stop: () => {
      clearInterval(timer);
      beating.delete(beat);
    },
  };
}
