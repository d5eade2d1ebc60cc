import { eq } from "drizzle-orm";
import type { Context, InTransaction, SystemContext } from "../db/context.ts";
import { withTx } from "../db/context.ts";
import { AppError, isErrorCode } from "../kernel/errors/index.ts";
import { newId } from "../kernel/ids.ts";
import type { InvoicerKind } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";

export interface NewJob {
  organizationId: string;
  connectionId: string;
  connector: string;
  kind: InvoicerKind;
  targetId: string;
  requestId: string;
  actor: { kind: string; id: string };
}

/** Queues a visit to the invoicer. The caller wakes a worker after the commit. */
export async function startJob(
  tx: InTransaction<SystemContext>,
  { actor, ...job }: NewJob,
): Promise<string> {
  const now = tx.clock.now();
  const id = newId("sjb", now);
  await tx.db.orm.insert(syncJobs).values({
    ...job,
    id,
    alcances: [],
    trigger: "manual",
    status: "queued",
    outcomes: [],
    attempts: 0,
    token: 0,
    notBefore: now,
    actorKind: actor.kind,
    actorId: actor.id,
    createdAt: now,
  });
  return id;
}

export interface JobState {
  status: string;
  lastError: string | null;
  result: Record<string, unknown> | null;
}

export async function jobState(ctx: Context, id: string): Promise<JobState> {
  const { status, lastError, result } = syncJobs;
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm.select({ status, lastError, result }).from(syncJobs).where(eq(syncJobs.id, id)),
  );
  if (row === undefined) throw new AppError("sync_job_not_found");
  return row;
}

/** A failed visit, as the error that its caller meets; `timeout` while it still runs. */
export function errorOfJob({ status, lastError, result }: JobState): AppError {
  if (status !== "failed" || lastError === null || !isErrorCode(lastError)) {
    return new AppError("timeout");
  }
  const details = result?.["details"] as Record<string, unknown> | undefined;
  return new AppError(lastError, details === undefined ? {} : { details });
}
