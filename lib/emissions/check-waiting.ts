import { and, eq, inArray } from "drizzle-orm";
import { lockConnections } from "#lib/connections/index.ts";
import { openStatuses } from "#lib/contract/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

const limit = 12;

/**
 * Previews and PDFs of a connection that have not ended: one more would outlast its caller's wait.
 * The connection's row is locked, so that two callers cannot both take the last place.
 */
export async function checkWaiting(
  tx: InTransaction<Context>,
  connectionId: string,
): Promise<void> {
  await lockConnections(tx, [connectionId]);
  const open = await tx.db.orm.$count(
    syncJobs,
    and(
      eq(syncJobs.connectionId, connectionId),
      inArray(syncJobs.kind, ["preview", "pdf"]),
      inArray(syncJobs.status, openStatuses),
    ),
  );
  if (open >= limit) throw new AppError("too_many_pending", { details: { limit } });
}
