import { eq } from "drizzle-orm";
import { periodoOf, previousPeriodo } from "#lib/chile/index.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import { actors } from "#lib/db/actors.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { plans } from "#lib/identity/index.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { startSync } from "#lib/sync/index.ts";
import type { Alcance } from "#lib/contract/index.ts";
import { schedulesIn } from "./find-schedules.ts";

/** A job to wake a worker for, once its transaction has committed. */
interface StartedSync {
  jobId: string;
  requestId: string;
}

/** What keeps a month from being started now. The person's link is used up all the same. */
const skipped = new Set<ErrorCode>([
  "alcance_scheme_unsupported",
  "connection_sync_in_progress",
  "too_many_pending",
  "validation_error",
]);

/**
 * Syncs this month and the last one of a connection that a link made or renewed, started in the
 * transaction that uses the link up. Paused whenever schedules are.
 */
export async function startFirstSyncs(
  tx: InTransaction<SystemContext>,
  connectionId: string,
  offered: (connector: string) => readonly Alcance[],
): Promise<StartedSync[]> {
  const [connection] = await schedulesIn(tx, eq(connections.id, connectionId));
  if (connection?.state !== "active") return [];
  const started: StartedSync[] = [];
  const now = tx.clock.now();
  const current = periodoOf(now);
  for (const periodo of [current, previousPeriodo(current)]) {
    const requestId = newId("req", now);
    const organization = { id: connection.organizationId };
    try {
      const { jobId } = await startSync(
        { ...tx, organization, actor: actors.system("link"), requestId },
        connection,
        {
          periodo,
          trigger: "link",
          offered: offered(connection.connector),
          pendingLimit: plans[connection.plan].pendingSyncsPerConnection,
        },
      );
      started.push({ jobId, requestId });
    } catch (error) {
      if (!(error instanceof AppError) || !skipped.has(error.code)) throw error;
      tx.log.info("link.first_sync_skipped", {
        connection: connectionId,
        periodo,
        code: error.code,
      });
    }
  }
  return started;
}
