import { eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { deliveryLines, withHistories, type Delivery, type DeliveryLine } from "./delivery.ts";
import { eventRowOf, toEvent, type Event } from "./event.ts";
import { webhookDeliveries } from "./webhooks.sql.ts";

/** With its attempts, whichever endpoint it is for. A stranger's gets the same answer as none. */
export function findDelivery(ctx: Context, id: string): Promise<Delivery> {
  return withTx(ctx, async (tx) => {
    const where = eq(webhookDeliveries.id, id);
    const [line] = idPattern("whd").test(id) ? await deliveryLines(tx, { where }, 1) : [];
    if (line === undefined) throw new AppError("webhook_delivery_not_found");
    const [delivery] = await withHistories(tx, line.endpointId, [line]);
    return delivery ?? { ...line, history: [] };
  });
}

interface SentEvent {
  event: Event;
  deliveries: DeliveryLine[];
}

/** An event, and which endpoints have it. */
export function findSentEvent(ctx: Context, eventId: string): Promise<SentEvent> {
  return withTx(ctx, async (tx) => {
    const event = toEvent(await eventRowOf(tx, eventId));
    const where = eq(webhookDeliveries.eventId, eventId);
    return { event, deliveries: await deliveryLines(tx, { where }, 500) };
  });
}
