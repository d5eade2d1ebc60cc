import { and, eq, isNull, lte } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { hasNoOpenJob, longestDue, mayBeVisited, startVisit, visitDue } from "#lib/jobs/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { nextVisit } from "./next-visit.ts";
import { documentAcceptances } from "./acceptances.sql.ts";

const { visitAt, operationId } = documentAcceptances;
const noJobLeft = hasNoOpenJob(operationId);

/** Starts readings of documents whose answer from the authority is due. */
export function visitDueAcceptances(
  ctx: SystemContext & { emissionQueue: Queue },
): Promise<number> {
  return visitDue(ctx, {
    find: ({ db }, now) =>
      longestDue(
        db.orm
          .select({ row: documentAcceptances })
          .from(documentAcceptances)
          .innerJoin(connections, eq(connections.id, documentAcceptances.connectionId))
          .innerJoin(organizations, eq(organizations.id, documentAcceptances.organizationId))
          // Nothing is requested for an organization that is to be deleted.
          .where(and(lte(visitAt, now), mayBeVisited, isNull(organizations.deletesAt), noJobLeft))
          .$dynamic(),
        { of: documentAcceptances, at: visitAt, id: operationId },
      ),
    postpone: async ({ db }, { row }, now) => {
      await db.orm
        .update(documentAcceptances)
        .set({ visitAt: nextVisit(row.createdAt, now) })
        .where(eq(operationId, row.operationId));
    },
    start: (tx, { row: { organizationId, connectionId, connector, operationId: targetId } }) =>
      startVisit(tx, { organizationId, connectionId, connector, kind: "reconcile", targetId }),
  });
}
