import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { longestDue, mayBeVisited, startVisit, visitDue } from "#lib/jobs/index.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kernel/clock.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { feeReceiptRequests, type RequestRow } from "./requests.sql.ts";

const retryMs = { shortest: 5 * minuteMs, longest: 12 * hourMs, for: 7 * dayMs };

const { id, visitAt } = feeReceiptRequests;

/**
 * One at a time per connection: no such visit of it is queued or running, and none was due earlier.
 */
const isNext = (now: Date) => sql`not exists (select from sync_jobs j
    where j.connection_id = ${feeReceiptRequests.connectionId} and j.kind in ('pdf', 'reconcile')
      and j.status in ('queued', 'running'))
  and not exists (select from fee_receipt_requests earlier
    where earlier.connection_id = ${feeReceiptRequests.connectionId}
      and earlier.visit_at <= ${now}
      and (earlier.visit_at, earlier.id) < (${visitAt}, ${id}))`;

/**
 * Starts visits for papers the portal had not ready and for annulments that receivers have not
 * answered.
 */
export function visitDueReceipts(ctx: SystemContext & { emissionQueue: Queue }): Promise<number> {
  return visitDue(ctx, {
    find: ({ db }, now) =>
      longestDue(
        db.orm
          .select({ row: feeReceiptRequests })
          .from(feeReceiptRequests)
          .innerJoin(connections, eq(connections.id, feeReceiptRequests.connectionId))
          .innerJoin(organizations, eq(organizations.id, feeReceiptRequests.organizationId))
          // Nothing is requested for an organization that is to be deleted.
          .where(and(lte(visitAt, now), mayBeVisited, isNull(organizations.deletesAt), isNext(now)))
          .$dynamic(),
        { of: feeReceiptRequests, at: visitAt, id },
      ),
    postpone: async ({ db }, { row }, now) => {
      await db.orm
        .update(feeReceiptRequests)
        .set({ visitAt: nextVisit(row, now) })
        .where(eq(id, row.id));
    },
    start: (tx, { row: { organizationId, connectionId, connector, operationId, kind } }) =>
      startVisit(tx, {
        organizationId,
        connectionId,
        connector,
        kind: kind === "emision" ? "pdf" : "reconcile",
        targetId: operationId,
      }),
  });
}

/** A receiver's answer is checked daily; a PDF soon, then less and less, and not after a week. */
function nextVisit({ kind, updatedAt }: RequestRow, now: Date): Date | null {
  if (kind === "anulacion") return new Date(now.getTime() + dayMs);
  const ageMs = now.getTime() - updatedAt.getTime();
  if (ageMs > retryMs.for) return null;
  const waitMs = Math.min(retryMs.longest, Math.max(retryMs.shortest, ageMs));
  return new Date(now.getTime() + waitMs);
}
