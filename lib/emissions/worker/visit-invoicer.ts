import type { Company, Emitter } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import {
  connectionSubject,
  endJob,
  failureOf,
  showStep,
  visitPortal,
  type ClaimedJob,
  type JobEnd,
  type JobSubject,
  type WorkerContext,
} from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

export interface InvoicerInside {
  emitter: Emitter;
  subject: JobSubject;
}

export type InvoicerVisit<T> =
  | { kind: "visited"; value: T; subject: JobSubject; company: Company }
  | { kind: "failed"; error: AppError };

/** A visit to a portal whose work is done in its invoicer. */
export async function visitInvoicer<T>(
  ctx: WorkerContext,
  job: ClaimedJob,
  signal: AbortSignal,
  work: (inside: InvoicerInside) => Promise<T>,
): Promise<InvoicerVisit<T>> {
  const subject = await connectionSubject(ctx, job).catch((thrown: unknown) =>
    failureOf(thrown, signal),
  );
  if (subject instanceof AppError) return { kind: "failed", error: subject };
  const visit = await visitPortal(ctx, {
    job,
    subject,
    signal,
    inside: async ({ driver: { emitter } }) => {
      if (emitter === undefined) throw new AppError("tributario_facturador_not_enabled");
      await showStep(ctx, job, "facturador");
      return work({ emitter, subject });
    },
  });
  return visit.kind === "failed" ? visit : { ...visit, subject };
}

type Also = (tx: InTransaction<SystemContext>) => Promise<void>;

export function endWell(
  ctx: WorkerContext,
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

export function endFailed(
  ctx: WorkerContext,
  job: ClaimedJob,
  { error }: { error: AppError },
  also: Also,
): Promise<void> {
  const { details } = error;
  const end: JobEnd = {
    status: "failed",
    outcomes: [],
    lastError: error.code,
    ...(details !== null && { result: { details } }),
  };
  return endJob(ctx, job, end, also);
}
