import { and, desc, eq, gte } from "drizzle-orm";
import { withSystemTx, withTx, type Context, type SystemContext } from "#lib/db/context.ts";
import type { JobStatus } from "#lib/contract/index.ts";
import { syncJobs } from "./jobs.sql.ts";

interface JobFilter {
  connector?: string | undefined;
  status?: JobStatus | undefined;
  since: Date;
}

const most = 200;

/** Everything that support asks about a job, and nothing that was read or typed. */
const shown = {
  id: syncJobs.id,
  organization: syncJobs.organizationId,
  connection: syncJobs.connectionId,
  link: syncJobs.linkId,
  kind: syncJobs.kind,
  connector: syncJobs.connector,
  periodo: syncJobs.periodo,
  trigger: syncJobs.trigger,
  status: syncJobs.status,
  step: syncJobs.step,
  attempts: syncJobs.attempts,
  lastError: syncJobs.lastError,
  requestId: syncJobs.requestId,
  createdAt: syncJobs.createdAt,
  startedAt: syncJobs.startedAt,
  finishedAt: syncJobs.finishedAt,
};

/** In every organization, newest first; the first 200. */
export async function findJobs(ctx: SystemContext, { connector, status, since }: JobFilter) {
  return withSystemTx(ctx, ({ db }) =>
    db.orm
      .select(shown)
      .from(syncJobs)
      .where(
        and(
          gte(syncJobs.createdAt, since),
          connector === undefined ? undefined : eq(syncJobs.connector, connector),
          status === undefined ? undefined : eq(syncJobs.status, status),
        ),
      )
      .orderBy(desc(syncJobs.createdAt), desc(syncJobs.id))
      .limit(most),
  );
}

/** One job, with how each of its modules went. */
export async function showJob(ctx: Context, id: string) {
  const { outcomes, notBefore, leaseUntil } = syncJobs;
  const [job] = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ ...shown, outcomes, notBefore, leaseUntil })
      .from(syncJobs)
      .where(and(eq(syncJobs.organizationId, ctx.organization.id), eq(syncJobs.id, id))),
  );
  return job ?? null;
}
