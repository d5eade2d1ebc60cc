import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import type { JobStatus } from "#lib/contract/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import { asSync, type Sync } from "./find-sync.ts";

interface JobQuery {
  connectionId?: string | undefined;
  status?: JobStatus | undefined;
  limit: number;
  cursor?: string | undefined;
  /** The systems whose jobs the caller may see. */
  connectors: readonly string[];
}

interface JobPage {
  jobs: Sync[];
  cursor: string | null;
}

/** Newest first. Logins that only tried a credential are not syncs and are left out. */
export async function listJobs(
  ctx: Context & { cursors: Cursors },
  query: JobQuery,
): Promise<JobPage> {
  const { connectionId, status, limit } = query;
  const list = ["syncs", ctx.organization.id, { connectionId, status }];
  const [createdAt, id] = query.cursor === undefined ? [] : ctx.cursors.read(list, query.cursor);
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
          inArray(syncJobs.connector, [...query.connectors]),
          connectionId === undefined ? undefined : eq(syncJobs.connectionId, connectionId),
          status === undefined ? undefined : eq(syncJobs.status, status),
          createdAt === undefined
            ? undefined
            : sql`(${syncJobs.createdAt}, ${syncJobs.id}) < (${createdAt}::timestamptz, ${id})`,
        ),
      )
      .orderBy(desc(syncJobs.createdAt), desc(syncJobs.id))
      .limit(limit + 1),
  );
  const jobs = rows.slice(0, limit).map(({ job, label }) => asSync({ ...job, label }));
  const last = jobs.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    jobs,
    cursor: more ? ctx.cursors.make(list, [last.createdAt.toISOString(), last.id]) : null,
  };
}
