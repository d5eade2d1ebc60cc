import type { AppError } from "../kernel/errors/index.ts";
import { errorEntry } from "../kernel/errors/index.ts";
import {
  type ClaimedJob,
  endAfter,
  endJob,
  type JobEnd,
  type JobSubject,
  leftSessionSeconds,
  type LoginFailed,
  maxAttempts,
  pauseAfter,
  retryJob,
  type SyncOutcome,
  type WorkerContext,
} from "#lib/jobs/index.ts";
import type { Visit } from "./visit-portal.ts";

/** Turns what a visit came to into the job's next state, or its end. */
export async function settleVisit(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  visit: Visit,
): Promise<void> {
  switch (visit.kind) {
    case "visited":
      return settleVisited(ctx, job, subject, visit);
    case "login_failed":
      return settleRefusal(ctx, job, subject, visit.error);
    case "failed":
      return settleFailure(ctx, job, subject, visit.error);
  }
}

async function settleVisited(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  { company, outcomes }: Extract<Visit, { kind: "visited" }>,
): Promise<void> {
  const failed = outcomes.filter((outcome) => outcome.status === "failed");
  const worthRetrying = failed.some((outcome) => outcome.error && errorEntry(outcome.error).retry);
  if (worthRetrying && job.attempts < maxAttempts) return again(ctx, job, outcomes);
  const nothingRead = job.alcances.length > 0 && failed.length === outcomes.length;
  const end: JobEnd = nothingRead
    ? { status: "failed", outcomes, lastError: failed[0]?.error ?? "handler_error" }
    : { status: "succeeded", outcomes, lastError: null };
  if (job.kind === "verify") end.result = verification(ctx, true, null);
  await endJob(ctx, job, end, (tx) => subject.proven(tx, company));
}

const refusals = {
  rejected: "clave_rechazada",
  blocked: "cuenta_bloqueada",
  company_not_offered: "empresa_no_ofrecida",
} as const;

/** A refused password is final for everybody; to `verificar` it is the answer. */
async function settleRefusal(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  error: LoginFailed,
): Promise<void> {
  const { failure } = error;
  if (!Object.hasOwn(refusals, failure)) return settleFailure(ctx, job, subject, error, failure);
  const motivo = refusals[failure as keyof typeof refusals];
  const end: JobEnd =
    job.kind === "verify"
      ? {
          status: "succeeded",
          outcomes: [],
          lastError: null,
          result: verification(ctx, false, motivo),
        }
      : endAfter(job, error.code);
  await endJob(ctx, job, end, (tx) => subject.refused(tx, failure));
}

async function settleFailure(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  error: AppError,
  failure: string = error.code,
): Promise<void> {
  if (job.kind === "sync") {
    if (job.takenOver && error.code === "connection_busy") return waitForLeftSession(ctx, job);
    if (error.entry.retry && job.attempts < maxAttempts) return again(ctx, job, job.outcomes);
  }
  await endJob(ctx, job, endAfter(job, error.code), (tx) => subject.failed(tx, failure));
}

function again(ctx: WorkerContext, job: ClaimedJob, outcomes: SyncOutcome[]): Promise<void> {
  const { attempts } = job;
  return requeue(ctx, job, { outcomes, attempts, pauseSeconds: pauseAfter(attempts) });
}

/** The session in the way is the dead worker's own: to have met it was no attempt. */
function waitForLeftSession(ctx: WorkerContext, job: ClaimedJob): Promise<void> {
  const { outcomes } = job;
  const attempts = job.attempts - 1;
  return requeue(ctx, job, { outcomes, attempts, pauseSeconds: leftSessionSeconds });
}

async function requeue(
  ctx: WorkerContext,
  job: ClaimedJob,
  next: Parameters<typeof retryJob>[2],
): Promise<void> {
  await retryJob(ctx, job, next);
  const { id: jobId, organizationId: group } = job;
  await ctx.queue.send({ jobId }, { group, delaySeconds: next.pauseSeconds });
}

function verification(ctx: WorkerContext, valida: boolean, motivo: string | null) {
  return { valida, motivo, verificadaEn: ctx.clock.now().toISOString() };
}
