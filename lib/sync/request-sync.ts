import { Periodo } from "#lib/chile/index.ts";
import { lockConnections, requireLiveCredential } from "#lib/connections/index.ts";
import { and, eq, inArray } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import {
  openStatuses,
  planSync,
  type Alcance,
  type JobTrigger,
  type OmittedAlcance,
  type ToolConnection,
} from "#lib/contract/index.ts";
import { requireOpenLogin, startJobOn, wakeWorker } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";

export type SyncableConnection = Pick<
  ToolConnection,
  "id" | "connector" | "alcances" | "credencial" | "acceso"
>;

interface NewSync {
  periodo: string;
  alcances?: readonly string[] | undefined;
  trigger: JobTrigger;
  /** What the system offers, from its manifest. */
  offered: readonly Alcance[];
  pendingLimit: number;
  /** Receipts may be dated in future months. */
  mayBeAhead?: true;
}

interface RequestedSync {
  jobId: string;
  periodo: string;
  alcances: string[];
  omitidos: OmittedAlcance[];
}

/** Queues a sync for the connection and wakes a worker. */
export async function requestSync(
  ctx: Context & { queue: Queue },
  connection: SyncableConnection,
  wanted: NewSync,
): Promise<RequestedSync> {
  planOf(ctx, connection, wanted);
  await requireOpenLogin(ctx, connection.id);
  const requested = await repeatUndone(() =>
    withTx(ctx, (tx) => startSync(tx, connection, wanted)),
  );
  await wakeWorker(ctx, requested.jobId, ctx.organization.id);
  return requested;
}

/** The same in the caller's transaction; the caller commits and wakes a worker. */
export async function startSync(
  tx: InTransaction<Context>,
  connection: SyncableConnection,
  wanted: NewSync,
): Promise<RequestedSync> {
  const plan = planOf(tx, connection, wanted);
  const { periodo, alcances } = plan;
  await checkOpen(tx, connection.id, periodo, wanted.pendingLimit);
  const jobId = await startJobOn(tx, connection, {
    kind: "sync",
    alcances,
    periodo,
    trigger: wanted.trigger,
  });
  return { jobId, ...plan };
}

/** What to read, or why nothing can be read. */
function planOf(
  { clock }: Pick<Context, "clock">,
  connection: SyncableConnection,
  wanted: NewSync,
): Omit<RequestedSync, "jobId"> & { periodo: Periodo } {
  const periodo = Periodo.parse(wanted.periodo);
  const plan = planSync(connection, { ...wanted, periodo }, clock.now());
  requireLiveCredential(connection);
  return { periodo, ...plan };
}

/**
 * The same sync first, however full the queue is; then the queue. Pending is what has not ended,
 * including running ones. The connection is locked, so that two callers cannot both take the last
 * place.
 */
async function checkOpen(
  tx: InTransaction<Context>,
  connectionId: string,
  periodo: Periodo,
  limit: number,
): Promise<void> {
  await lockConnections(tx, [connectionId]);
  const open = await tx.db.orm
    .select({ jobId: syncJobs.id, periodo: syncJobs.periodo })
    .from(syncJobs)
    .where(
      and(
        eq(syncJobs.connectionId, connectionId),
        eq(syncJobs.kind, "sync"),
        inArray(syncJobs.status, openStatuses),
      ),
    );
  const same = open.find((job) => job.periodo === periodo);
  if (same !== undefined) {
    const { jobId } = same;
    throw new AppError("connection_sync_in_progress", { details: { jobId } });
  }
  if (open.length >= limit) throw new AppError("too_many_pending", { details: { limit } });
}
