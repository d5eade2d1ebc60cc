import { and, eq, inArray } from "drizzle-orm";
import { withTx } from "#lib/db/context.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import { openStatuses } from "#lib/contract/index.ts";
import { startJob } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import { findOwn, type FoundOperation } from "./find-operation.ts";
import type { EmissionContext, EmittingConnection } from "./prepare-document.ts";
import { waitForVisit } from "./wait-for-visit.ts";

/**
 * Has the authority's list looked at for an operation whose outcome is not known. Whatever it
 * shows, nothing is sent again. An operation that is settled is answered as it is.
 */
export async function reconcileOperation(
  ctx: EmissionContext,
  connection: EmittingConnection,
  operacionId: string,
): Promise<FoundOperation> {
  const found = await findOwn(ctx, connection.id, operacionId);
  if (found.row.state !== "unknown") return found;
  requireLiveCredential(connection);
  const jobId = await withTx(ctx, async (tx) => {
    // Two callers may each start a look: looking twice changes nothing.
    const [open] = await tx.db.orm
      .select({ id: syncJobs.id })
      .from(syncJobs)
      .where(
        and(
          eq(syncJobs.organizationId, ctx.organization.id),
          eq(syncJobs.targetId, operacionId),
          inArray(syncJobs.status, openStatuses),
        ),
      );
    if (open !== undefined) return open.id;
    return startJob(tx, {
      organizationId: ctx.organization.id,
      connectionId: connection.id,
      connector: connection.connector,
      kind: "reconcile",
      targetId: operacionId,
      trigger: "manual",
      requestId: ctx.requestId,
      actor: ctx.actor,
    });
  });
  await waitForVisit(ctx, jobId);
  return findOwn(ctx, connection.id, operacionId);
}
