import { and, eq, inArray } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { deliveryLines, withHistories, type Delivery, type DeliveryLine } from "./delivery.ts";
import { eventRowOf, toEvent, type Event } from "./event.ts";
import { ofKnownEndpoint } from "./list-all-deliveries.ts";
import { webhookDeliveries, webhookEndpoints } from "./webhooks.sql.ts";

/** With its attempts, whichever endpoint it is for. A stranger's gets the same answer as none. */
export function findDelivery(ctx: Context, id: string): Promise<Delivery> {
  return withTx(ctx, async (tx) => {
    const own = and(eq(webhookDeliveries.id, id), ofKnownEndpoint(tx));
    const [line] = idPattern("whd").test(id) ? await deliveryLines(tx, own, 1) : [];
    if (line === undefined) throw new AppError("webhook_delivery_not_found");
    const [delivery] = await withHistories(tx, line.endpointId, [line]);
    return delivery ?? { ...line, history: [] };
  });
}

interface SentEvent {
  event: Event;
  deliveries: DeliveryLine[];
}

/**
 * An event, and which endpoints have it. Found by the endpoints' own key: no index begins with the
 * event.
 */
export function findSentEvent(ctx: Context, eventId: string): Promise<SentEvent> {
  return withTx(ctx, async (tx) => {
    const event = toEvent(await eventRowOf(tx, eventId));
    const endpoints = tx.db.orm
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.organizationId, tx.organization.id));
    const ofEvent = and(
      inArray(webhookDeliveries.endpointId, endpoints),
      eq(webhookDeliveries.eventId, eventId),
      ofKnownEndpoint(tx),
    );
    return { event, deliveries: await deliveryLines(tx, ofEvent, 500) };
  });
}
