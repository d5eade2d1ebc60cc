import { and, asc, eq, inArray } from "drizzle-orm";
import { withTx, type Context } from "../db/context.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";

export interface OpenSync {
  jobId: string;
  periodo: string;
  status: "queued" | "running";
}

/** The organization's syncs that have not ended, by connection, oldest first. */
export async function listOpenSyncs(ctx: Context): Promise<ReadonlyMap<string, OpenSync[]>> {
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(syncJobs)
      .where(
        and(
          eq(syncJobs.organizationId, ctx.organization.id),
          eq(syncJobs.kind, "sync"),
          inArray(syncJobs.status, ["queued", "running"]),
        ),
      )
      .orderBy(asc(syncJobs.createdAt), asc(syncJobs.id)),
  );
  const open = new Map<string, OpenSync[]>();
  for (const { id, connectionId, periodo, status } of rows) {
    if (connectionId === null || periodo === null) continue;
    const sync: OpenSync = { jobId: id, periodo, status: status as OpenSync["status"] };
    open.set(connectionId, [...(open.get(connectionId) ?? []), sync]);
  }
  return open;
}
