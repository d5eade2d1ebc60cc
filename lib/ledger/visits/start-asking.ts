import { and, desc, eq } from "drizzle-orm";
import { isOpenStatus } from "#lib/contract/index.ts";
import { withTx } from "#lib/db/context.ts";
import { startJobOn } from "#lib/jobs/index.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import type { ActingConnection, LedgerContext } from "../ledger-context.ts";
import { operations } from "../ledger.sql.ts";

/**
 * Starts a look in the portal for an operation's outcome; of several callers at once one starts it,
 * and all wait for it. Null where the last look is more recent than that.
 */
export function startAsking(
  ctx: LedgerContext,
  connection: ActingConnection,
  operationId: string,
  { notWithinMs }: { notWithinMs: number },
): Promise<string | null> {
  const organizationId = ctx.organization.id;
  return withTx(ctx, async (tx) => {
    await tx.db.orm
      .select({ id: operations.id })
      .from(operations)
      .where(eq(operations.id, operationId))
      .for("no key update");
    const [last] = await tx.db.orm
      .select({ id: syncJobs.id, status: syncJobs.status, createdAt: syncJobs.createdAt })
      .from(syncJobs)
      .where(and(eq(syncJobs.organizationId, organizationId), eq(syncJobs.targetId, operationId)))
      .orderBy(desc(syncJobs.createdAt), desc(syncJobs.id))
      .limit(1);
    if (last !== undefined && isOpenStatus(last.status)) return last.id;
    const earliest = tx.clock.now().getTime() - notWithinMs;
    if (last !== undefined && last.createdAt.getTime() > earliest) return null;
    return startJobOn(tx, connection, { kind: "reconcile", targetId: operationId });
  });
}
