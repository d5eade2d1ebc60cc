import type { AppError } from "../kernel/errors/index.ts";
import { errorEntry } from "../kernel/errors/index.ts";
import type { ClaimedJob } from "./claim-job.ts";
import { endJob, retryJob, type JobEnd } from "./end-job.ts";
import { maxAttempts } from "./job.ts";
import type { JobSubject } from "./job-subject.ts";
import type { LoginFailed } from "./login.ts";
import type { SyncOutcome } from "./outcome.ts";
import type { Visit } from "./visit-portal.ts";
import type { WorkerContext } from "./worker-context.ts";

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
      : { status: "failed", outcomes: failedAll(job, error), lastError: error.code };
  await endJob(ctx, job, end, (tx) => subject.refused(tx, failure));
}

async function settleFailure(
  ctx: WorkerContext,
  job: ClaimedJob,
  subject: JobSubject,
  error: AppError,
  failure: string = error.code,
): Promise<void> {
  const mayRetry = error.entry.retry && job.kind === "sync" && job.attempts < maxAttempts;
  if (mayRetry) return again(ctx, job, job.outcomes);
  const outcomes = failedAll(job, error);
  const read = outcomes.some((outcome) => outcome.status !== "failed");
  const end: JobEnd = read
    ? { status: "succeeded", outcomes, lastError: null }
    : { status: "failed", outcomes, lastError: error.code };
  await endJob(ctx, job, end, (tx) => subject.failed(tx, failure));
}

async function again(ctx: WorkerContext, job: ClaimedJob, outcomes: SyncOutcome[]): Promise<void> {
  const delaySeconds = await retryJob(ctx, job, outcomes);
  await ctx.queue.send({ jobId: job.id }, { group: job.organizationId, delaySeconds });
}

/** What earlier attempts read stays read. */
function failedAll(job: ClaimedJob, error: AppError): SyncOutcome[] {
  const kept = job.outcomes.filter((outcome) => outcome.status !== "failed");
  const rest = job.alcances.filter((id) => !kept.some((outcome) => outcome.alcance === id));
  return [
    ...kept,
    ...rest.map((alcance) => ({
      alcance,
      status: "failed" as const,
      records_synced: 0,
      error: error.code,
    })),
  ];
}

function verification(ctx: WorkerContext, valida: boolean, motivo: string | null) {
  return { valida, motivo, verificadaEn: ctx.clock.now().toISOString() };
}
