import { requireLiveCredential, requireModules } from "#lib/connections/index.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { sqlState, violatedConstraint } from "#lib/db/failures.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import {
  openStatuses,
  type Alcance,
  type JobTrigger,
  type OmittedAlcance,
  type ToolConnection,
} from "#lib/contract/index.ts";
import { checkPeriodo, splitByPeriodo } from "./periods.ts";
import { startJob, wakeWorker } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";

export type SyncableConnection = Pick<
  ToolConnection,
  "id" | "connector" | "alcances" | "credencial"
>;

interface NewSync {
  periodo: string;
  alcances?: readonly string[] | undefined;
  trigger: JobTrigger;
  /** What the system offers, from its manifest. */
  offered: readonly Alcance[];
  pendingLimit: number;
}

interface RequestedSync {
  jobId: string;
  periodo: string;
  alcances: string[];
  omitidos: OmittedAlcance[];
}

/** Puts a sync on the connection's queue and wakes a worker. */
export async function requestSync(
  ctx: Context & { queue: Queue },
  connection: SyncableConnection,
  wanted: NewSync,
): Promise<RequestedSync> {
  const now = ctx.clock.now();
  const periodo = checkPeriodo(wanted.periodo, now);
  const asked = [...new Set(wanted.alcances ?? connection.alcances)];
  requireModules(connection, asked);
  const { alcances, omitidos } = splitByPeriodo(asked, wanted.offered, periodo, now);
  requireLiveCredential(connection);

  const jobId = await withTx(ctx, async (tx) => {
    await checkPending(tx, connection.id, wanted.pendingLimit);
    return startJob(tx, {
      kind: "sync",
      organizationId: ctx.organization.id,
      connectionId: connection.id,
      connector: connection.connector,
      alcances,
      periodo,
      trigger: wanted.trigger,
      requestId: ctx.requestId,
      actor: ctx.actor,
    });
  }).catch(async (error: unknown) => {
    throw await explainRefusal(ctx, connection.id, periodo, error);
  });
  await wakeWorker(ctx, jobId, ctx.organization.id);
  return { jobId, periodo, alcances, omitidos };
}

/**
 * Pending is what has not ended, running included. The row of the connection is locked, so that
 * two callers cannot both take the last place.
 */
async function checkPending(
  tx: InTransaction<Context>,
  connectionId: string,
  limit: number,
): Promise<void> {
  await tx.db.orm.execute(sql`select 1 from connections where id = ${connectionId} for update`);
  const open = await tx.db.orm.$count(
    syncJobs,
    and(eq(syncJobs.connectionId, connectionId), inArray(syncJobs.status, openStatuses)),
  );
  if (open >= limit) throw new AppError("too_many_pending", { details: { limit } });
}

async function explainRefusal(
  ctx: Context,
  connectionId: string,
  periodo: string,
  error: unknown,
): Promise<unknown> {
  const twice =
    sqlState(error) === "23505" && violatedConstraint(error) === "sync_jobs_one_active_per_period";
  if (!twice) return error;
  const rows = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ id: syncJobs.id })
      .from(syncJobs)
      .where(
        and(
          eq(syncJobs.connectionId, connectionId),
          eq(syncJobs.periodo, periodo),
          eq(syncJobs.kind, "sync"),
          inArray(syncJobs.status, openStatuses),
        ),
      ),
  );
  const jobId = rows[0]?.id;
  return new AppError("connection_sync_in_progress", {
    ...(jobId !== undefined && { details: { jobId } }),
    cause: error,
  });
}
