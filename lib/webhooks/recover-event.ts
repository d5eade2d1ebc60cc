import { and, eq } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { requireFeature, requireManager } from "#lib/identity/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import { queueDeliveries } from "./emit-event.ts";
import { endpointRow, requireEnabled, type EndpointRow } from "./endpoints/endpoint.ts";
import { testEventType } from "./event-types.ts";
import { eventRowOf, lockConnectionOf, requireEventId, type EventRow } from "./event.ts";
import { webhookDeliveries } from "./webhooks.sql.ts";

/**
 * Delivers a past event, unchanged, to an endpoint that missed it. If the endpoint already has the
 * delivery, it stays as it is: neither a second one nor new attempts.
 */
export function recoverEvent(
  ctx: Context,
  endpointId: string,
  eventId: string,
): Promise<{ deliveryId: string; isNew: boolean }> {
  return withTx(ctx, async (tx) => {
    await requireManager(tx);
    const endpoint = await endpointRow(tx, endpointId);
    await lockConnectionOf(tx, requireEventId(eventId));
    const event = await eventRowOf(tx, eventId);
    await requireFeature(tx, "webhooks");
    requireEnabled(endpoint);
    requireWanted(endpoint, event);
    const known = await deliveryOf(tx, endpointId, eventId);
    if (known !== null) return { deliveryId: known, isNew: false };
    await queueDeliveries(tx, event, [endpointId]);
    const queued = await deliveryOf(tx, endpointId, eventId);
    if (queued === null) throw new TypeError("the delivery was just queued");
    return { deliveryId: queued, isNew: true };
  });
}

async function deliveryOf(
  tx: InTransaction<Context>,
  endpointId: string,
  eventId: string,
): Promise<string | null> {
  const { id, organizationId } = webhookDeliveries;
  const [delivery] = await tx.db.orm
    .select({ id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(organizationId, tx.organization.id),
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.eventId, eventId),
      ),
    );
  return delivery?.id ?? null;
}

function requireWanted(endpoint: EndpointRow, event: EventRow): void {
  const { eventTypes, connectionId } = endpoint;
  const wanted =
    event.type !== testEventType &&
    (eventTypes.length === 0 || eventTypes.includes(event.type)) &&
    (connectionId === null || connectionId === event.connectionId);
  if (wanted) return;
  const message = "The endpoint's event types and connection do not let this event through";
  throw validationError([{ path: ["event_id"], code: "not_allowed", message }], {
    reason: "filtered_out",
  });
}
