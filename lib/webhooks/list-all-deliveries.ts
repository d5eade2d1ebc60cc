import { and, eq, gte, inArray, lt, type SQL } from "drizzle-orm";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { firstIdAt } from "#lib/kernel/ids.ts";
import { pageOf } from "#lib/kernel/cursor.ts";
import { deliveryLines, type DeliveryLine, type DeliveryStatus } from "./delivery.ts";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "./webhooks.sql.ts";

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
    const rows = await deliveryLines(tx, and(matches(tx, filter), behind), limit + 1);
    const { page, last } = pageOf(rows, limit);
    return { deliveries: page, next: last?.id ?? null };
  });
}

function matches(tx: InTransaction<Context>, filter: DeliveryFilter): SQL | undefined {
  const { endpointId, eventId, id, status } = webhookDeliveries;
  const { from, until } = filter;
  return and(
    ofKnownEndpoint(tx),
    filter.endpointId === undefined ? undefined : eq(endpointId, filter.endpointId),
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

/** A credential limited to connections only sees the deliveries of their endpoints. */
export function ofKnownEndpoint(tx: InTransaction<Context>): SQL | undefined {
  const ofKnown = ofKnownConnection(tx, webhookEndpoints.connectionId);
  if (ofKnown === undefined) return undefined;
  const known = tx.db.orm
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.organizationId, tx.organization.id), ofKnown));
  return inArray(webhookDeliveries.endpointId, known);
}
