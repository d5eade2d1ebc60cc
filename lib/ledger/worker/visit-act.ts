import type { Company } from "#lib/contract/index.ts";
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
import type { Act, ActVisit } from "../act.ts";

export type VisitedAct<T> =
  | { kind: "visited"; value: T; subject: JobSubject; company: Company }
  | { kind: "failed"; error: AppError };

/** A visit to the portal in which an act's work is done. */
export async function visitAct<T>(
  ctx: WorkerContext,
  { job, act, signal }: { job: ClaimedJob; act: Act; signal: AbortSignal },
  work: (visit: ActVisit) => Promise<T>,
): Promise<VisitedAct<T>> {
  const subject = await connectionSubject(ctx, job).catch((thrown: unknown) =>
    failureOf(thrown, signal),
  );
  if (subject instanceof AppError) return { kind: "failed", error: subject };
  const visit = await visitPortal(ctx, {
    job,
    subject,
    signal,
    keepsEvidence: act.isPrivate !== true,
    inside: async ({ driver }) => {
      await showStep(ctx, job, act.place);
      return work({ driver, subject });
    },
  });
  return visit.kind === "failed" ? visit : { ...visit, subject };
}

/** What else is written in the transaction that ends the job. */
export type Also = (tx: InTransaction<SystemContext>) => Promise<void>;

export function endWell(
  ctx: WorkerContext,
  job: ClaimedJob,
  visit: { subject: JobSubject; company: Company },
  { also, ...more }: Pick<JobEnd, "answer" | "result"> & { also?: Also } = {},
): Promise<void> {
  const end: JobEnd = { status: "succeeded", outcomes: [], lastError: null, ...more };
  return endJob(ctx, job, end, async (tx) => {
    await visit.subject.proven(tx, visit.company);
    await also?.(tx);
  });
}

export function endFailed(
  ctx: WorkerContext,
  job: ClaimedJob,
  { error }: { error: AppError },
  also?: Also,
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
