import { crashPoint } from "#lib/kernel/crash-point.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import {
  connectionSubject,
  endAfter,
  endJob,
  runClaimed,
  syncKinds,
  visitPortal,
  type ClaimedJob,
  type JobSubject,
  type WorkerContext,
} from "#lib/jobs/index.ts";
import { readPortal } from "./read-portal.ts";
import { endVisit } from "./end-visit.ts";

/** What the sync worker needs in addition to every worker's context. */
export interface SyncContext extends WorkerContext {
  /** What a person typed at a link; provided by the links domain. */
  linkSubject(job: ClaimedJob): Promise<JobSubject>;
}

/** One wake-up of the sync worker. */
export function runJob(ctx: SyncContext, jobId: string, deadline: AbortSignal): Promise<void> {
  const run = (job: ClaimedJob, signal: AbortSignal) => runSync(ctx, job, signal);
  return runClaimed(ctx, { jobId, deadline }, { kinds: syncKinds, run });
}

/** A live call waits for the answer, so the wait for the device is shorter. */
const liveApprovalWaitMs = 8_000;

async function runSync(ctx: SyncContext, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  if (isRead(job)) return endRead(ctx, job);
  const subject = await subjectOf(ctx, job);
  if (subject === null) return;
  const visit = await visitPortal(ctx, {
    job,
    subject,
    signal,
    ...(job.kind === "verify" && { approvalWaitMs: liveApprovalWaitMs }),
    inside: (portal) => readPortal(ctx, job, portal, signal),
  });
  crashPoint("sync.before_end");
  await endVisit(ctx, job, subject, visit);
  crashPoint("sync.after_end");
}

/** Every module is stored: the worker that read them died before it could say so. */
function isRead({ kind, alcances, outcomes }: ClaimedJob): boolean {
  const read = outcomes.filter(({ status }) => status !== "failed").map(({ alcance }) => alcance);
  return kind === "sync" && alcances.every((alcance) => read.includes(alcance));
}

function endRead(ctx: SyncContext, job: ClaimedJob): Promise<void> {
  const { outcomes } = job;
  const end = { status: "succeeded", outcomes, lastError: null } as const;
  return endJob(ctx, job, end);
}

/** Null when there is nothing to log in with: the job has then ended without a login. */
async function subjectOf(ctx: SyncContext, job: ClaimedJob): Promise<JobSubject | null> {
  try {
    return job.kind === "link" ? await ctx.linkSubject(job) : await connectionSubject(ctx, job);
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.entry.retry || error.entry.owner === "platform") throw thrown;
    await endJob(ctx, job, endAfter(job, error.code));
    return null;
  }
}
