import { and, asc, eq, inArray } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { isOpenStatus, openStatuses, type PendingSync } from "#lib/contract/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";

/** The organization's syncs that have not ended, by connection, oldest first. */
export async function listOpenSyncs(ctx: Context): Promise<ReadonlyMap<string, PendingSync[]>> {
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(syncJobs)
      .where(
        and(
          eq(syncJobs.organizationId, ctx.organization.id),
          eq(syncJobs.kind, "sync"),
          ofKnownConnection(ctx, syncJobs.connectionId),
          inArray(syncJobs.status, openStatuses),
        ),
      )
      .orderBy(asc(syncJobs.createdAt), asc(syncJobs.id)),
  );
  const open = new Map<string, PendingSync[]>();
  for (const { id, connectionId, periodo, status } of rows) {
    if (connectionId === null || periodo === null || !isOpenStatus(status)) continue;
    const sync: PendingSync = { jobId: id, periodo, status };
    open.set(connectionId, [...(open.get(connectionId) ?? []), sync]);
  }
  return open;
}
