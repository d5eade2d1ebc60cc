import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { plansWith } from "#lib/identity/index.ts";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import { newId } from "#lib/kernel/ids.ts";
import { eventData, type EventData, type EventType } from "./event-types.ts";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "./webhooks.sql.ts";

interface NewEvent<T extends EventType> {
  organizationId: string;
  type: T;
  connectionId: string | null;
  data: EventData<T>;
}

type Tx = InTransaction<SystemContext>;
type EventRow = typeof webhookEvents.$inferInsert;

/**
 * Records the event and queues it for every endpoint that wants it, in the transaction of what it
 * reports: both happen, or neither.
 */
export async function emitEvent<T extends EventType>(tx: Tx, event: NewEvent<T>): Promise<string> {
  const row = eventRow(tx, event, null);
  await tx.db.orm.insert(webhookEvents).values(row);
  const endpoints = await wantedBy(tx, row);
  await queueDeliveries(tx, row, endpoints);
  return row.id;
}

/** An event for this endpoint only. */
export async function emitTo<T extends EventType>(
  tx: Tx,
  endpointId: string,
  event: NewEvent<T>,
): Promise<string> {
  const row = eventRow(tx, event, endpointId);
  await tx.db.orm.insert(webhookEvents).values(row);
  await queueDeliveries(tx, row, [endpointId]);
  return row.id;
}

function eventRow<T extends EventType>(
  tx: Tx,
  { organizationId, type, connectionId, data }: NewEvent<T>,
  endpointId: string | null,
): EventRow {
  const createdAt = tx.clock.now();
  const timestamp = createdAt.toISOString();
  // Parsed here, where the payload leaves the service: fields outside its schema are not sent.
  const body = canonicalJson({ type, timestamp, data: eventData[type].parse(data) });
  const id = newId("whev", createdAt);
  return { organizationId, id, type, connectionId, endpointId, body, createdAt };
}

/** Due at once. Foreign keys ensure that event and endpoints belong to one organization. */
export async function queueDeliveries(
  tx: Tx,
  event: Pick<EventRow, "organizationId" | "id">,
  endpointIds: readonly string[],
): Promise<void> {
  if (endpointIds.length === 0) return;
  const now = tx.clock.now();
  const deliveries = endpointIds.map((endpointId) => ({
    organizationId: event.organizationId,
    endpointId,
    id: newId("whd", now),
    eventId: event.id,
    status: "pending" as const,
    attempts: 0,
    token: 0,
    nextAttemptAt: now,
    createdAt: now,
    updatedAt: now,
  }));
  // Only a recovered event can already exist; its delivery continues as it was.
  await tx.db.orm.insert(webhookDeliveries).values(deliveries).onConflictDoNothing();
}

/** Enabled, registered before, subscribed to the type, not limited to another connection. */
async function wantedBy(tx: Tx, event: EventRow): Promise<string[]> {
  const { organizationId, eventTypes, connectionId, disabledAt, createdAt, id } = webhookEndpoints;
  const anyConnection = isNull(connectionId);
  const rows = await tx.db.orm
    .select({ id })
    .from(webhookEndpoints)
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .where(
      and(
        eq(organizationId, event.organizationId),
        inArray(organizations.plan, plansWith("webhooks")),
        isNull(disabledAt),
        // Nothing is sent while an organization waits for its deletion.
        isNull(organizations.deletesAt),
        lte(createdAt, event.createdAt),
        sql`(${eventTypes} = '{}' or ${event.type} = any(${eventTypes}))`,
        event.connectionId == null
          ? anyConnection
          : or(anyConnection, eq(connectionId, event.connectionId)),
      ),
    );
  return rows.map((row) => row.id);
}
