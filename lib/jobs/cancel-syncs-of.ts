import { and, eq, inArray, sql } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { syncKinds } from "./job.ts";
import { syncJobs } from "./jobs.sql.ts";

/**
 * Also those that run: what such a worker reads from now on is not stored, and it logs out at its next
 * heartbeat. An invoicer's job goes on to its end, as nobody would know what became of its document.
 */
export async function cancelSyncsOf(
  tx: InTransaction<SystemContext>,
  connectionId: string,
): Promise<void> {
  await tx.db.orm
    .update(syncJobs)
    .set({
      status: "canceled",
      token: sql`${syncJobs.token} + 1`,
      step: null,
      leaseUntil: null,
      finishedAt: tx.clock.now(),
    })
    .where(
      and(
        eq(syncJobs.connectionId, connectionId),
        inArray(syncJobs.kind, syncKinds),
        inArray(syncJobs.status, ["queued", "running"]),
      ),
    );
}
