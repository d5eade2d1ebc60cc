import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { startVisit } from "#lib/jobs/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { nextVisit } from "./acceptance-visits.ts";
import { documentAcceptances } from "./acceptances.sql.ts";

/** No job of the operation is waiting or at work. */
const noJobLeft = sql`not exists (select 1 from sync_jobs j
  where j.target_id = ${documentAcceptances.operationId} and j.status in ('queued', 'running'))`;

/** Has the documents read again whose word of the authority is due. */
export async function visitDueAcceptances(
  ctx: SystemContext & { emissionQueue: Queue },
): Promise<number> {
  const now = ctx.clock.now();
  const jobs = await withSystemTx(ctx, async (tx) => {
    const due = await tx.db.orm
      .select({ row: documentAcceptances })
      .from(documentAcceptances)
      .innerJoin(connections, eq(connections.id, documentAcceptances.connectionId))
      .innerJoin(organizations, eq(organizations.id, documentAcceptances.organizationId))
      .where(
        and(
          lte(documentAcceptances.visitAt, now),
          eq(connections.credencial, "viva"),
          isNull(connections.disabledAt),
          isNull(connections.deletedAt),
          isNull(organizations.deletesAt),
          noJobLeft,
        ),
      )
      // The longest due first: more than a run takes must not keep the others waiting for ever.
      .orderBy(documentAcceptances.visitAt, documentAcceptances.operationId)
      .limit(100)
      .for("update", { of: documentAcceptances, skipLocked: true });
    const started = [];
    for (const { row } of due) {
      const { operationId: targetId, organizationId, connectionId, connector } = row;
      // Before the visit: one that nobody lives to end must not be due again at once.
      await tx.db.orm
        .update(documentAcceptances)
        .set({ visitAt: nextVisit(row.createdAt, now) })
        .where(eq(documentAcceptances.operationId, targetId));
      const jobId = await startVisit(tx, {
        organizationId,
        connectionId,
        connector,
        kind: "reconcile",
        targetId,
      });
      started.push({ jobId, group: organizationId });
    }
    return started;
  });
  for (const { jobId, group } of jobs) await ctx.emissionQueue.send({ jobId }, { group });
  return jobs.length;
}
