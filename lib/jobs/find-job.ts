import { and, eq } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { JobRow } from "./job.ts";
import { syncJobs } from "./jobs.sql.ts";

/** A job, and its connection's name as people know it. */
export type JobWithLabel = JobRow & { label: string };

export async function findJob(ctx: Context, id: string): Promise<JobWithLabel> {
  const [row] = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ job: syncJobs, label: connections.nombre })
      .from(syncJobs)
      .innerJoin(connections, eq(connections.id, syncJobs.connectionId))
      .where(and(eq(syncJobs.organizationId, ctx.organization.id), eq(syncJobs.id, id))),
  );
  if (row === undefined) throw new AppError("sync_job_not_found");
  return { ...row.job, label: row.label };
}
