import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import { endpointRow } from "./endpoint.ts";
import { webhookAttempts, webhookDeliveries, webhookEvents } from "./webhooks.sql.ts";

type DeliveryStatus = "pending" | "delivering" | "delivered" | "failed";
type Attempt = typeof webhookAttempts.$inferSelect;

export interface Delivery {
  id: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  attempts: number;
  responseStatus: number | null;
  error: string | null;
  /** When it is tried next, at the earliest; null while it is tried and when it has ended. */
  nextAttemptAt: Date | null;
  history: Attempt[];
  createdAt: Date;
  updatedAt: Date;
}

interface DeliveryPage {
  deliveries: Delivery[];
  cursor: string | null;
}

/** Newest first, each with all of its attempts in the order in which they were made. */
export async function listDeliveries(
  ctx: Context & { cursors: Cursors },
  endpointId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<DeliveryPage> {
  const list = ["webhook_deliveries", ctx.organization.id, endpointId];
  return withTx(ctx, async (tx) => {
    await endpointRow(tx, endpointId);
    const [after] = query.cursor === undefined ? [] : ctx.cursors.read(list, query.cursor);
    const rows = await deliveriesAfter(tx, endpointId, after, query.limit + 1);
    const page = rows.slice(0, query.limit);
    const histories = await attemptsOf(
      tx,
      endpointId,
      page.map(({ delivery }) => delivery.id),
    );
    const last = page.at(-1);
    const more = rows.length > query.limit && last !== undefined;
    return {
      deliveries: page.map((row) => toDelivery(row, histories.get(row.delivery.id) ?? [])),
      cursor: more ? ctx.cursors.make(list, [last.delivery.id]) : null,
    };
  });
}

interface Row {
  delivery: typeof webhookDeliveries.$inferSelect;
  eventType: string;
}

/** Ids sort by the instant in which they were made. */
function deliveriesAfter(
  tx: InTransaction<Context>,
  endpointId: string,
  after: string | undefined,
  limit: number,
): Promise<Row[]> {
  return tx.db.orm
    .select({ delivery: webhookDeliveries, eventType: webhookEvents.type })
    .from(webhookDeliveries)
    .innerJoin(
      webhookEvents,
      and(
        eq(webhookEvents.organizationId, webhookDeliveries.organizationId),
        eq(webhookEvents.id, webhookDeliveries.eventId),
      ),
    )
    .where(
      and(
        eq(webhookDeliveries.organizationId, tx.organization.id),
        eq(webhookDeliveries.endpointId, endpointId),
        after === undefined ? undefined : lt(webhookDeliveries.id, after),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
}

async function attemptsOf(
  tx: InTransaction<Context>,
  endpointId: string,
  deliveryIds: string[],
): Promise<Map<string, Attempt[]>> {
  const { organizationId, deliveryId, token } = webhookAttempts;
  const rows = await tx.db.orm
    .select()
    .from(webhookAttempts)
    .where(
      and(
        eq(organizationId, tx.organization.id),
        eq(webhookAttempts.endpointId, endpointId),
        inArray(deliveryId, deliveryIds),
      ),
    )
    .orderBy(deliveryId, token);
  return Map.groupBy(rows, (attempt) => attempt.deliveryId);
}

function toDelivery({ delivery, eventType }: Row, history: Attempt[]): Delivery {
  const { id, eventId, attempts, responseStatus, error, createdAt, updatedAt } = delivery;
  const status = delivery.status as DeliveryStatus;
  const nextAttemptAt = status === "pending" ? delivery.nextAttemptAt : null;
  const told = { attempts, responseStatus, error, nextAttemptAt, history };
  return { id, eventId, eventType, status, ...told, createdAt, updatedAt };
}
