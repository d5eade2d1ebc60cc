import { and, desc, eq, getTableColumns, inArray, type SQL } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { isKept } from "./event.ts";
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
  type deliveryStatuses,
} from "./webhooks.sql.ts";

export type DeliveryStatus = (typeof deliveryStatuses)[number];
export type Attempt = typeof webhookAttempts.$inferSelect;

/** One event on its way to one endpoint, as lists show it. */
export interface DeliveryLine {
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  attempts: number;
  responseStatus: number | null;
  error: string | null;
  /** The earliest time of the next attempt; null during an attempt and at the end. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface Delivery extends DeliveryLine {
  /** Oldest first. */
  history: Attempt[];
}

type Tx = InTransaction<Context>;

interface Wanted {
  /** All endpoints, if it is not given. */
  endpointId?: string | undefined;
  /** A condition on the deliveries and their events. */
  where?: SQL | undefined;
}

/**
 * Those that the caller may see, newest first: ids sort by the time they were made. The newest of
 * each endpoint are found by its key and merged; an index over all endpoints would be written twice
 * for each delivery.
 */
export async function deliveryLines(
  tx: Tx,
  { endpointId, where }: Wanted,
  limit: number,
): Promise<DeliveryLine[]> {
  const { organization } = tx;
  const newest = tx.db.orm
    .select({ ...getTableColumns(webhookDeliveries), eventType: webhookEvents.type })
    .from(webhookDeliveries)
    .innerJoin(
      webhookEvents,
      and(
        eq(webhookEvents.organizationId, webhookDeliveries.organizationId),
        eq(webhookEvents.id, webhookDeliveries.eventId),
        isKept,
      ),
    )
    .where(
      and(
        eq(webhookDeliveries.organizationId, organization.id),
        eq(webhookDeliveries.endpointId, webhookEndpoints.id),
        where,
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit)
    .as("newest");
  const rows = await tx.db.orm
    .select(newest._.selectedFields)
    .from(webhookEndpoints)
    .crossJoinLateral(newest)
    .where(
      and(
        eq(webhookEndpoints.organizationId, organization.id),
        endpointId === undefined ? undefined : eq(webhookEndpoints.id, endpointId),
        ofKnownConnection(tx, webhookEndpoints.connectionId),
      ),
    )
    .orderBy(desc(newest.id))
    .limit(limit);
  return rows.map(toLine);
}

function toLine(row: typeof webhookDeliveries.$inferSelect & { eventType: string }): DeliveryLine {
  const { id, endpointId, eventId, eventType, status, attempts, responseStatus, error } = row;
  const { createdAt, updatedAt } = row;
  const nextAttemptAt = status === "pending" ? row.nextAttemptAt : null;
  const told = { attempts, responseStatus, error, nextAttemptAt, createdAt, updatedAt };
  return { id, endpointId, eventId, eventType, status, ...told };
}

/** The same deliveries, each with all its attempts. */
export async function withHistories(
  tx: Tx,
  endpointId: string,
  lines: readonly DeliveryLine[],
): Promise<Delivery[]> {
  const { organizationId, deliveryId, token } = webhookAttempts;
  const ids = lines.map(({ id }) => id);
  const rows = await tx.db.orm
    .select()
    .from(webhookAttempts)
    .where(
      and(
        eq(organizationId, tx.organization.id),
        eq(webhookAttempts.endpointId, endpointId),
        inArray(deliveryId, ids),
      ),
    )
    .orderBy(deliveryId, token);
  const histories = Map.groupBy(rows, (attempt) => attempt.deliveryId);
  return lines.map((line) => ({ ...line, history: histories.get(line.id) ?? [] }));
}
