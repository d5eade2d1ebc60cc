import { and, desc, eq, getTableColumns, inArray, type SQL } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { isKept } from "./event.ts";
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from "./webhooks.sql.ts";

export const deliveryStatuses = ["pending", "delivering", "delivered", "failed"] as const;
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
  /** When it is tried next, at the earliest; null while it is tried and when it has ended. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface Delivery extends DeliveryLine {
  /** In the order in which they were made. */
  history: Attempt[];
}

type Tx = InTransaction<Context>;

interface Wanted {
  /** Of which endpoints: all of the organization's unless told. */
  ofEndpoint?: SQL | undefined;
  where?: SQL | undefined;
  limit: number;
}

/**
 * Of the caller's organization, newest first: ids sort by the instant in which they were made. The
 * newest of each endpoint by its own key, for another index would be written twice by each delivery.
 */
export async function deliveryLines(
  tx: Tx,
  { ofEndpoint, where, limit }: Wanted,
): Promise<DeliveryLine[]> {
  const own = tx.organization.id;
  const { organizationId, endpointId, eventId } = webhookDeliveries;
  const endpoints = tx.db.orm
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.organizationId, own), ofEndpoint))
    .as("endpoints");
  const newest = tx.db.orm
    .select({ ...getTableColumns(webhookDeliveries), eventType: webhookEvents.type })
    .from(webhookDeliveries)
    .innerJoin(
      webhookEvents,
      and(eq(webhookEvents.organizationId, organizationId), eq(webhookEvents.id, eventId), isKept),
    )
    .where(and(eq(organizationId, own), eq(endpointId, endpoints.id), where))
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit)
    .as("newest");
  const rows = await tx.db.orm
    .select()
    .from(endpoints)
    .crossJoinLateral(newest)
    .orderBy(desc(newest.id))
    .limit(limit);
  return rows.map((row) => toLine(row.newest));
}

function toLine(row: typeof webhookDeliveries.$inferSelect & { eventType: string }): DeliveryLine {
  const { id, endpointId, eventId, eventType } = row;
  const { attempts, responseStatus, error, createdAt, updatedAt } = row;
  const status = row.status as DeliveryStatus;
  const nextAttemptAt = status === "pending" ? row.nextAttemptAt : null;
  const told = { attempts, responseStatus, error, nextAttemptAt, createdAt, updatedAt };
  return { id, endpointId, eventId, eventType, status, ...told };
}

/** The same deliveries, each with all of its attempts. */
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
