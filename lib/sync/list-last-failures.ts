import { and, desc, eq, gte, inArray, isNotNull, ne } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import type { SyncFailure } from "#lib/contract/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";

/** The last to end was asked for not long ago: no more can wait for a connection at a time. */
const recentJobs = 24;

/** Long enough for any schedule. An older one would be looked for among all jobs of other kinds. */
const failureDays = 7;

/** The last sync of each of these that was asked for in these days and ended, where it failed. */
export async function listLastFailures(
  ctx: Context,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, SyncFailure>> {
  const since = new Date(ctx.clock.now().getTime() - failureDays * dayMs);
  const rows = await withTx(ctx, ({ db }) => {
    const { id, connectionId, periodo, status, lastError, finishedAt } = syncJobs;
    const recent = db.orm
      .select({ id, connectionId, periodo, status, lastError, finishedAt })
      .from(syncJobs)
      .where(
        and(
          eq(syncJobs.organizationId, connections.organizationId),
          eq(connectionId, connections.id),
          eq(syncJobs.kind, "sync"),
          gte(syncJobs.createdAt, since),
        ),
      )
      .orderBy(desc(syncJobs.createdAt))
      .limit(recentJobs)
      .as("recent");
    const last = db.orm
      .select()
      .from(recent)
      .where(and(isNotNull(recent.finishedAt), ne(recent.status, "canceled")))
      .orderBy(desc(recent.finishedAt))
      .limit(1)
      .as("last");
    return db.orm
      .select(last._.selectedFields)
      .from(connections)
      .crossJoinLateral(last)
      .where(
        and(
          eq(connections.organizationId, ctx.organization.id),
          inArray(connections.id, [...connectionIds]),
          ofKnownConnection(ctx, connections.id),
          eq(last.status, "failed"),
        ),
      );
  });
  const failures = new Map<string, SyncFailure>();
  for (const { id, connectionId, periodo, lastError, finishedAt } of rows) {
    if (connectionId === null || periodo === null || finishedAt === null) continue;
    const error = lastError ?? "internal_error";
    failures.set(connectionId, {
      jobId: id,
      periodo,
      error,
      terminadaEn: finishedAt.toISOString(),
    });
  }
  return failures;
}
