import { isRefusal, refusalWords, type Refusal, type VerifyAnswer } from "#lib/contract/index.ts";
import {
  endAfter,
  endJob,
  LoginClosed,
  LoginFailed,
  maxAttempts,
  retryJob,
  waitForLeftSession,
  waitForOpenLogin,
  type ClaimedJob,
  type JobEnd,
  type JobSubject,
  type Visit,
  type WorkerContext,
} from "#lib/jobs/index.ts";
import { errorEntry, type AppError } from "#lib/kernel/errors/index.ts";
import type { PortalReading } from "./read-portal.ts";

/** Turns the outcome of a visit into the job's next state, or its end. */
export function endVisit(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  visit: Visit<PortalReading>,
): Promise<void> {
  if (visit.kind === "visited") return endVisited(ctx, job, subject, visit);
  const { error } = visit;
  if (error instanceof LoginFailed && isRefusal(error.failure)) {
    return endRefused(ctx, job, subject, { refusal: error.failure, error });
  }
  return endFailed(ctx, job, subject, error);
}

async function endVisited(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  { company, value: { outcomes, tiposDte } }: Extract<Visit<PortalReading>, { kind: "visited" }>,
): Promise<void> {
  const failed = outcomes.filter((outcome) => outcome.status === "failed");
  const worthRetrying = failed.some((outcome) => outcome.error && errorEntry(outcome.error).retry);
  if (worthRetrying && job.attempts < maxAttempts) return retryJob(ctx, job, outcomes);
  const nothingRead = job.alcances.length > 0 && failed.length === outcomes.length;
  const end: JobEnd = nothingRead
    ? { status: "failed", outcomes, lastError: failed[0]?.error ?? "handler_error" }
    : { status: "succeeded", outcomes, lastError: null };
  if (job.kind === "verify") end.result = verification(ctx, null);
  await endJob(ctx, job, end, (tx) =>
    subject.proven(tx, { ...company, ...(tiposDte !== null && { tiposDte }) }),
  );
}

/** For `verificar` a refusal is the answer; any other job ends with it. */
async function endRefused(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  { refusal, error }: { refusal: Refusal; error: AppError },
): Promise<void> {
  const end: JobEnd =
    job.kind === "verify"
      ? {
          status: "succeeded",
          outcomes: [],
          lastError: null,
          result: verification(ctx, refusal),
        }
      : endWith(job, error);
  await endJob(ctx, job, end, (tx) => subject.failed(tx, refusal));
}

async function endFailed(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  error: AppError,
): Promise<void> {
  if (job.kind === "sync") {
    if (error instanceof LoginClosed) return waitForOpenLogin(ctx, job, error.hasta);
    if (job.takenOver && error.code === "connection_busy") return waitForLeftSession(ctx, job);
    if (error.entry.retry && job.attempts < maxAttempts) return retryJob(ctx, job, job.outcomes);
  }
  await endJob(ctx, job, endWith(job, error), (tx) => subject.failed(tx, reasonOf(error)));
}

function endWith(job: ClaimedJob, { code, details }: AppError): JobEnd {
  return { ...endAfter(job, code), ...(details !== null && { result: { details } }) };
}

function reasonOf(error: AppError): Parameters<JobSubject["failed"]>[1] {
  if (error instanceof LoginClosed) return "login_closed";
  return error instanceof LoginFailed ? error.failure : error.code;
}

function verification({ clock }: WorkerContext, refusal: Refusal | null): VerifyAnswer {
  return {
    valida: refusal === null,
    motivo: refusal === null ? null : refusalWords[refusal],
    verificadaEn: clock.now().toISOString(),
  };
}
