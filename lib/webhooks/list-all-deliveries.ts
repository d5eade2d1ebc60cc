import { and, eq, gte, lt, type SQL } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { firstIdAt } from "#lib/kernel/ids.ts";
import { pageOf } from "#lib/kernel/cursor.ts";
import { deliveryLines, type DeliveryLine, type DeliveryStatus } from "./delivery.ts";
import { webhookDeliveries, webhookEvents } from "./webhooks.sql.ts";

interface DeliveryFilter {
  endpointId?: string | undefined;
  eventType?: string | undefined;
  status?: DeliveryStatus | undefined;
  /** A delivery's, or an event's for all of its deliveries. */
  id?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

interface Part {
  limit: number;
  /** The last one already listed. */
  after?: string | undefined;
}

interface DeliveryPart {
  deliveries: DeliveryLine[];
  /** The `after` of the next part, if there is one. */
  next: string | null;
}

/** For every endpoint of the organization, newest first. */
export async function listAllDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  { limit, after }: Part,
): Promise<DeliveryPart> {
  return withTx(ctx, async (tx) => {
    const behind = after === undefined ? undefined : lt(webhookDeliveries.id, after);
    const wanted = { endpointId: filter.endpointId, where: and(matches(filter), behind) };
    const rows = await deliveryLines(tx, wanted, limit + 1);
    const { page, last } = pageOf(rows, limit);
    return { deliveries: page, next: last?.id ?? null };
  });
}

function matches(filter: DeliveryFilter): SQL | undefined {
  const { eventId, id, status } = webhookDeliveries;
  const { from, until } = filter;
  return and(
    filter.eventType === undefined ? undefined : eq(webhookEvents.type, filter.eventType),
    filter.status === undefined ? undefined : eq(status, filter.status),
    filter.id === undefined ? undefined : eq(isEvent(filter.id) ? eventId : id, filter.id),
    from === undefined ? undefined : gte(id, firstIdAt("whd", from)),
    until === undefined ? undefined : lt(id, firstIdAt("whd", until)),
  );
}

function isEvent(id: string): boolean {
  return id.startsWith("whev_");
}
