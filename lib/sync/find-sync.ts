import type { Context } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { findJob, type JobWithLabel } from "#lib/jobs/index.ts";

/** A job that reads a month of a connection. */
export type Sync = JobWithLabel & { connectionId: string; periodo: string };

/**
 * Jobs that only log in, or that issue, are not syncs: their ids are never given out. Not every text
 * can be used in a query.
 */
export async function findSync(ctx: Context, id: string): Promise<Sync> {
  if (!idPattern("sjb").test(id)) throw new AppError("sync_job_not_found");
  const job = await findJob(ctx, id);
  if (job.kind !== "sync") throw new AppError("sync_job_not_found");
  return asSync(job);
}

export function asSync(job: JobWithLabel): Sync {
  const { connectionId, periodo } = job;
  if (connectionId === null || periodo === null) {
    throw new TypeError("a sync has a connection and a month");
  }
  return { ...job, connectionId, periodo };
}
