import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx, type Context, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { syncJobs, type JobRow } from "./jobs.sql.ts";

/** A job, and its connection's display name. */
export type JobWithLabel = JobRow & { label: string };

export async function findJob(ctx: Context, id: string): Promise<JobWithLabel> {
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ job: syncJobs, label: connections.nombre })
      .from(syncJobs)
      .innerJoin(connections, eq(connections.id, syncJobs.connectionId))
      .where(isOwn(ctx, id)),
  );
  if (row === undefined) throw new AppError("sync_job_not_found");
  return { ...row.job, label: row.label };
}

export type JobState = Pick<JobRow, "status" | "outcomes" | "lastError" | "result">;

/** What a waiting caller needs to know of it. */
export async function jobState(ctx: Context, id: string): Promise<JobState> {
  const { status, outcomes, lastError, result } = syncJobs;
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm.select({ status, outcomes, lastError, result }).from(syncJobs).where(isOwn(ctx, id)),
  );
  if (row === undefined) throw new AppError("sync_job_not_found");
  return row;
}

function isOwn(ctx: Context, id: string) {
  return and(
    eq(syncJobs.organizationId, ctx.organization.id),
    eq(syncJobs.id, id),
    ofKnownConnection(ctx, syncJobs.connectionId),
  );
}

export interface JobProgress extends Pick<JobRow, "status" | "step"> {
  /** Claims so far: a queued job with some is waiting to try again. */
  claims: number;
}

/** How far a link's login is, for the person who waits. */
export async function jobProgress(
  tx: InTransaction<SystemContext>,
  jobId: string,
): Promise<JobProgress | null> {
  const { status, step, token } = syncJobs;
  const [row] = await tx.db.orm
    .select({ status, step, claims: token })
    .from(syncJobs)
    .where(eq(syncJobs.id, jobId));
  return row ?? null;
}

const Closed = z.object({ details: z.object({ hasta: z.iso.datetime() }) });

/** Until when the login was closed, if the job found it closed; null when it ended otherwise. */
export async function closedUntil(
  tx: InTransaction<SystemContext>,
  jobId: string,
): Promise<Date | null> {
  const { result } = syncJobs;
  const [row] = await tx.db.orm.select({ result }).from(syncJobs).where(eq(syncJobs.id, jobId));
  const closed = Closed.safeParse(row?.result);
  return closed.success ? new Date(closed.data.details.hasta) : null;
}
