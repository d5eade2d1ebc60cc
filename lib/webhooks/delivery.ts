import { and, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { Context, InTransaction } from "#lib/db/context.ts";
import { isKept } from "./event.ts";
import {
  webhookAttempts,
  webhookDeliveries,
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

/** The caller's organization's, newest first: ids sort by the time they were made. */
export async function deliveryLines(
  tx: Tx,
  where: SQL | undefined,
  limit: number,
): Promise<DeliveryLine[]> {
  const rows = await tx.db.orm
    .select({ delivery: webhookDeliveries, eventType: webhookEvents.type })
    .from(webhookDeliveries)
    .innerJoin(
      webhookEvents,
      and(
        eq(webhookEvents.organizationId, webhookDeliveries.organizationId),
        eq(webhookEvents.id, webhookDeliveries.eventId),
        isKept,
      ),
    )
    .where(and(eq(webhookDeliveries.organizationId, tx.organization.id), where))
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
  return rows.map(({ delivery, eventType }) => toLine(delivery, eventType));
}

function toLine(row: typeof webhookDeliveries.$inferSelect, eventType: string): DeliveryLine {
  const { id, endpointId, eventId, status, attempts, responseStatus, error } = row;
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
