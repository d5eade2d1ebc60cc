import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { pageOf, type Cursors } from "#lib/kernel/cursor.ts";
import type { JobStatus } from "#lib/contract/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import { asSync, type Sync } from "./find-sync.ts";

interface JobFilter {
  connectionId?: string | undefined;
  status?: JobStatus | undefined;
  periodo?: string | undefined;
  /** The systems whose jobs the caller may see. */
  connectors: readonly string[];
}

interface JobQuery extends JobFilter {
  limit: number;
  cursor?: string | undefined;
}

interface JobPage {
  jobs: Sync[];
  cursor: string | null;
}

/** Newest first. Logins that only tried a credential are not syncs and are left out. */
export async function listJobs(
  ctx: Context & { cursors: Cursors },
  { limit, cursor, ...filter }: JobQuery,
): Promise<JobPage> {
  const { connectionId, status, periodo } = filter;
  const list = ["syncs", ctx.organization.id, { connectionId, status, periodo }];
  const after = cursor === undefined ? null : ctx.cursors.read(list, cursor);
  const { jobs, next } = await listSyncs(ctx, filter, { after, limit });
  return { jobs, cursor: next === null ? null : ctx.cursors.make(list, next) };
}

interface Part {
  limit: number;
  /** The creation time and id of the last one already listed. */
  after: readonly string[] | null;
}

/** The same with positions that need not be trusted: the next part applies the filters again. */
export async function listSyncs(
  ctx: Context,
  { connectionId, status, periodo, connectors }: JobFilter,
  { limit, after }: Part,
): Promise<{ jobs: Sync[]; next: string[] | null }> {
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ job: syncJobs, label: connections.nombre })
      .from(syncJobs)
      .innerJoin(connections, eq(connections.id, syncJobs.connectionId))
      .where(
        and(
          eq(syncJobs.organizationId, ctx.organization.id),
          eq(syncJobs.kind, "sync"),
          ofKnownConnection(ctx, syncJobs.connectionId),
          inArray(syncJobs.connector, [...connectors]),
          connectionId === undefined ? undefined : eq(syncJobs.connectionId, connectionId),
          status === undefined ? undefined : eq(syncJobs.status, status),
          periodo === undefined ? undefined : eq(syncJobs.periodo, periodo),
          after === null
            ? undefined
            : sql`(${syncJobs.createdAt}, ${syncJobs.id}) < (${after[0]}::timestamptz, ${after[1]})`,
        ),
      )
      .orderBy(desc(syncJobs.createdAt), desc(syncJobs.id))
      .limit(limit + 1),
  );
  const { page, last } = pageOf(rows, limit);
  return {
    jobs: page.map(({ job, label }) => asSync({ ...job, label })),
    next: last === null ? null : [last.job.createdAt.toISOString(), last.job.id],
  };
}
