import { crashPoint } from "../kernel/crash-point.ts";
import { asAppError } from "../kernel/errors/index.ts";
import { withRequestId } from "../kernel/log.ts";
import {
  busyRetrySeconds,
  type ClaimedJob,
  claimJob,
  connectionSubject,
  endAfter,
  endJob,
  type JobSubject,
  JobTakenOver,
  startHeartbeat,
  syncKinds,
  type WorkerContext,
} from "#lib/jobs/index.ts";
import { settleVisit } from "./settle-visit.ts";
import { visitPortal } from "./visit-portal.ts";

/**
 * One wake-up. Whatever goes wrong ends in the job's row; only a database that is away lets the
 * message itself fail, so that the queue brings it again.
 */
export async function runJob(
  ctx: WorkerContext,
  jobId: string,
  deadline: AbortSignal,
): Promise<void> {
  const claim = await claimJob(ctx, jobId, syncKinds);
  switch (claim.kind) {
    case "not_due":
      return;
    case "busy":
      await ctx.queue.send(
        { jobId },
        { group: claim.organizationId, delaySeconds: busyRetrySeconds },
      );
      return;
    case "claimed":
      crashPoint("sync.after_claim");
      if (claim.job.takenOver) ctx.log.measure("take_over", { worker: "sync", JobsTakenOver: 1 });
      return withRequestId(claim.job.requestId, () => runClaimed(ctx, claim.job, deadline));
  }
}

async function runClaimed(
  ctx: WorkerContext,
  job: ClaimedJob,
  deadline: AbortSignal,
): Promise<void> {
  const heartbeat = startHeartbeat(ctx, job);
  try {
    if (isRead(job)) return await endRead(ctx, job);
    const subject = await subjectOf(ctx, job);
    if (subject === null) return;
    const signal = AbortSignal.any([deadline, heartbeat.signal]);
    const visit = await visitPortal(ctx, job, subject, signal);
    crashPoint("sync.before_end");
    await settleVisit(ctx, job, subject, visit);
    crashPoint("sync.after_end");
  } catch (error) {
    if (!(error instanceof JobTakenOver)) throw error;
    // Somebody else has the job: what this worker would say of it no longer counts.
    ctx.log.warn("sync.taken_over", { job: job.id });
  } finally {
    heartbeat.stop();
  }
}

const nothingElse = (): Promise<void> => Promise.resolve();

/** Every module is stored: the worker that read them died before it could say so. */
function isRead({ kind, alcances, outcomes }: ClaimedJob): boolean {
  const read = outcomes.filter(({ status }) => status !== "failed").map(({ alcance }) => alcance);
  return kind === "sync" && alcances.every((alcance) => read.includes(alcance));
}

function endRead(ctx: WorkerContext, job: ClaimedJob): Promise<void> {
  const { outcomes } = job;
  const end = { status: "succeeded", outcomes, lastError: null } as const;
  return endJob(ctx, job, end, nothingElse);
}

/** Null when there is nothing to log in with: the job has then ended without a login. */
async function subjectOf(ctx: WorkerContext, job: ClaimedJob): Promise<JobSubject | null> {
  try {
    return job.kind === "link" ? await ctx.linkSubject(job) : await connectionSubject(ctx, job);
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.entry.retry || error.entry.owner === "platform") throw thrown;
    await endJob(ctx, job, endAfter(job, error.code), nothingElse);
    return null;
  }
}
