import { and, eq, sql, type SQLWrapper } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { lockConnections } from "#lib/connections/index.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import type { EventType } from "./event-types.ts";
import { webhookEvents } from "./webhooks.sql.ts";

export type EventRow = typeof webhookEvents.$inferSelect;

export interface Event {
  id: string;
  type: EventType;
  /** As it was sent. */
  timestamp: string;
  data: Record<string, unknown>;
  connectionId: string | null;
}

export function toEvent({ id, connectionId, body }: EventRow): Event {
  const sent = JSON.parse(body) as Pick<Event, "type" | "timestamp" | "data">;
  return { id, ...sent, connectionId };
}

/** A deleted connection's event is about to be erased, and hidden from everybody. */
export const isKept = sql`(${webhookEvents.connectionId} is null or exists (
  select from ${connections} where ${connections.id} = ${webhookEvents.connectionId}))`;

export async function findEvent(ctx: Context, id: string): Promise<Event> {
  return toEvent(await withTx(ctx, (tx) => eventRowOf(tx, id)));
}

/** Another organization's event gets the same answer as none. */
export async function eventRowOf(tx: InTransaction<Context>, id: string): Promise<EventRow> {
  const [row] = await tx.db.orm
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.organizationId, tx.organization.id),
        eq(webhookEvents.id, requireEventId(id)),
        ofKnownConnection(tx, webhookEvents.connectionId),
        isKept,
      ),
    );
  if (row === undefined) throw new AppError("webhook_delivery_not_found");
  return row;
}

/**
 * For callers about to queue a past event, before looking for it: either the connection's deletion
 * came first, and the event is not found, or the deletion waits and then ends what was queued.
 */
export async function lockConnectionOf(
  tx: InTransaction<Context>,
  eventId: string | SQLWrapper,
): Promise<void> {
  const { organizationId, id, connectionId } = webhookEvents;
  const [event] = await tx.db.orm
    .select({ connectionId })
    .from(webhookEvents)
    .where(and(eq(organizationId, tx.organization.id), eq(id, eventId)));
  if (event?.connectionId != null) await lockConnections(tx, [event.connectionId]);
}

/** Anything that is not an id cannot exist, and need not be looked up. */
export function requireEventId(id: string): string {
  if (!idPattern("whev").test(id)) throw new AppError("webhook_delivery_not_found");
  return id;
}
