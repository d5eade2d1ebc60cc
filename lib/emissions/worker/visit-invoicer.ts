import { todayInSantiago } from "../../chile/index.ts";
import type { InTransaction, SystemContext } from "../../db/context.ts";
import { AppError, asAppError } from "../../kernel/errors/index.ts";
import {
  type ClaimedJob,
  connectionSubject,
  endJob,
  type JobEnd,
  type JobSubject,
  JobTakenOver,
  keepEvidence,
  leftSessionSeconds,
  logIn,
  LoginFailed,
  openJobsPortal,
  type OpenedPortal,
  retryJob,
  showStep,
} from "#lib/jobs/index.ts";
import type { Company, Emitter } from "#lib/contract/index.ts";
import type { InvoicerContext } from "./invoicer-context.ts";

export interface Inside {
  emitter: Emitter;
  subject: JobSubject;
}

export type InvoicerVisit<T> =
  | { kind: "done"; value: T; subject: JobSubject; company: Company }
  | { kind: "failed"; error: AppError; subject: JobSubject | null };

/** One login, the work in the invoicer, one logout: whatever happens between. */
export async function visitInvoicer<T>(
  ctx: InvoicerContext,
  job: ClaimedJob,
  signal: AbortSignal,
  work: (inside: Inside) => Promise<T>,
): Promise<InvoicerVisit<T>> {
  const now = ctx.clock.now();
  let portal: OpenedPortal | null = null;
  let subject: JobSubject | null = null;
  try {
    subject = await connectionSubject(ctx, job);
    portal = await openJobsPortal(ctx, job, { now, today: todayInSantiago(now), signal });
    // Last before the login: whoever was frozen until somebody else took the job stops here.
    await showStep(ctx, job, "entrando");
    const company = await logIn(portal.driver, subject);
    const { emitter } = portal.driver;
    if (emitter === undefined) throw new AppError("tributario_facturador_not_enabled");
    await showStep(ctx, job, "facturador");
    return { kind: "done", value: await work({ emitter, subject }), subject, company };
  } catch (thrown) {
    if (thrown instanceof JobTakenOver) throw thrown;
    const error =
      signal.aborted && !(thrown instanceof AppError)
        ? new AppError("timeout", { cause: thrown })
        : asAppError(thrown);
    if (portal !== null) await look(ctx, job, portal, error);
    return { kind: "failed", error, subject };
  } finally {
    if (portal !== null) await leave(ctx, job, portal);
  }
}

async function look(
  ctx: InvoicerContext,
  job: ClaimedJob,
  portal: OpenedPortal,
  error: AppError,
): Promise<void> {
  const { owner } = error.entry;
  ctx.log.warn("emission.visit_failed", { job: job.id, code: error.code, cause: error.cause });
  if (owner === "client") return;
  try {
    const seen = await portal.evidence();
    if (seen !== null) await keepEvidence(ctx, job, error.code, seen);
  } catch (failure) {
    if (failure instanceof JobTakenOver) throw failure;
    // Evidence helps to repair; what became of the document does not depend on it.
    ctx.log.warn("emission.evidence_lost", { job: job.id, error: failure });
  }
}

async function leave(ctx: InvoicerContext, job: ClaimedJob, portal: OpenedPortal): Promise<void> {
  try {
    await portal.driver.logout();
  } catch (error) {
    ctx.log.warn("emission.logout_failed", { job: job.id, error });
  }
  await portal.close();
}

type Also = (tx: InTransaction<SystemContext>) => Promise<void>;

export function endWell(
  ctx: InvoicerContext,
  job: ClaimedJob,
  visit: { subject: JobSubject; company: Company },
  also: Also,
): Promise<void> {
  const end: JobEnd = { status: "succeeded", outcomes: [], lastError: null };
  return endJob(ctx, job, end, async (tx) => {
    await visit.subject.proven(tx, visit.company);
    await also(tx);
  });
}

/** A refused password is final for everybody, here as in a sync. */
export function endFailed(
  ctx: InvoicerContext,
  job: ClaimedJob,
  { error, subject }: { error: AppError; subject: JobSubject | null },
  also: Also,
): Promise<void> {
  const { details } = error;
  const end: JobEnd = {
    status: "failed",
    outcomes: [],
    lastError: error.code,
    ...(details !== null && { result: { details } }),
  };
  return endJob(ctx, job, end, async (tx) => {
    if (subject !== null && error instanceof LoginFailed && refusals.has(error.failure)) {
      await subject.refused(tx, error.failure);
    }
    await also(tx);
  });
}

const refusals: ReadonlySet<string> = new Set(["rejected", "blocked"]);

/** The session in the way is the dead worker's own: to have met it was no attempt. */
export async function waitForLeftSession(ctx: InvoicerContext, job: ClaimedJob): Promise<void> {
  const pauseSeconds = leftSessionSeconds;
  await retryJob(ctx, job, { outcomes: [], attempts: job.attempts - 1, pauseSeconds });
  await ctx.emissionQueue.send(
    { jobId: job.id },
    { group: job.organizationId, delaySeconds: pauseSeconds },
  );
}
