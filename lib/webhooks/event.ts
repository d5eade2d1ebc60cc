import { and, eq, sql } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
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

const pattern = idPattern("whev");

/** One of a deleted connection is about to be erased, and nobody's any more. */
export const isKept = sql`(${webhookEvents.connectionId} is null or exists (
  select from ${connections} where ${connections.id} = ${webhookEvents.connectionId}))`;

export async function findEvent(ctx: Context, id: string): Promise<Event> {
  return toEvent(await withTx(ctx, (tx) => eventRowOf(tx, id)));
}

/** Another organization's event and none at all answer alike. */
export async function eventRowOf(tx: InTransaction<Context>, id: string): Promise<EventRow> {
  const [row] = pattern.test(id)
    ? await tx.db.orm
        .select()
        .from(webhookEvents)
        .where(
          and(
            eq(webhookEvents.organizationId, tx.organization.id),
            eq(webhookEvents.id, id),
            ofKnownConnection(tx, webhookEvents.connectionId),
            isKept,
          ),
        )
    : [];
  if (row === undefined) throw new AppError("webhook_delivery_not_found");
  return row;
}
