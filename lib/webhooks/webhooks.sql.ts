import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import {
  claimColumns,
  bytes,
  instant,
  oneOf,
  organizationId,
  organizationWall,
} from "#lib/db/columns.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { droppedWithConnection, droppedWithOrganization } from "#lib/db/erasures.ts";
import { pruning } from "#lib/db/prunings.ts";

/** Where an organization receives events. Enabled while `disabled_at` is null. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    organizationId: organizationId().references(() => organizations.id),
    id: text().notNull(),
    /** In the canonical form that the address policy gave it. */
    url: text().notNull(),
    /** Empty means all types, present and future. */
    eventTypes: text("event_types").array().notNull(),
    connectionId: text("connection_id"),
    secret: bytes().notNull(),
    previousSecret: bytes("previous_secret"),
    previousUntil: instant("previous_until"),
    disabledAt: instant("disabled_at"),
    disabledReason: text("disabled_reason", { enum: ["manual", "automatic"] }),
    /** For an automatic disablement: how the last delivery failed. */
    disabledDetail: text("disabled_detail"),
    consecutiveFailures: integer("consecutive_failures").notNull(),
    lastSuccessAt: instant("last_success_at"),
    testRequestedAt: instant("test_requested_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.id] }),
    check("webhook_endpoints_reason", sql`${t.disabledReason} in ('manual', 'automatic')`),
    check(
      "webhook_endpoints_disabled",
      sql`(${t.disabledAt} is null) = (${t.disabledReason} is null)`,
    ),
    check(
      "webhook_endpoints_previous",
      sql`(${t.previousSecret} is null) = (${t.previousUntil} is null)`,
    ),
    foreignKey({
      name: "webhook_endpoints_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    organizationWall(),
  ],
);

/**
 * What happened, as the exact text that is signed and sent, whether an endpoint wants it or not.
 */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    organizationId: organizationId().references(() => organizations.id),
    id: text().notNull(),
    type: text().notNull(),
    connectionId: text("connection_id"),
    /** For a test: the one endpoint that it is for. */
    endpointId: text("endpoint_id"),
    body: text().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    // Ids sort by time, so the key has the list's order.
    primaryKey({ columns: [t.organizationId, t.id] }),
    index("webhook_events_by_type").on(t.organizationId, t.type, t.id),
    index("webhook_events_by_connection").on(t.organizationId, t.connectionId, t.id),
    index("webhook_events_by_age").on(t.createdAt),
    foreignKey({
      name: "webhook_events_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    foreignKey({
      name: "webhook_events_endpoint",
      columns: [t.organizationId, t.endpointId],
      foreignColumns: [webhookEndpoints.organizationId, webhookEndpoints.id],
    }),
    organizationWall(),
  ],
);

export const deliveryStatuses = ["pending", "delivering", "delivered", "failed"] as const;

/** One event on its way to one endpoint. Few indexes: a drain writes each row twice. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    organizationId: organizationId(),
    endpointId: text("endpoint_id").notNull(),
    id: text().notNull(),
    eventId: text("event_id").notNull(),
    status: text({ enum: deliveryStatuses }).notNull(),
    /** Claims since the delivery was made or resent. */
    ...claimColumns(),
    responseStatus: integer("response_status"),
    error: text(),
    /** While delivering: when the claim ends. Null once ended. */
    nextAttemptAt: instant("next_attempt_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.endpointId, t.id] }),
    // By the event first: it also finds an event's deliveries.
    unique("webhook_deliveries_once").on(t.eventId, t.endpointId),
    index("webhook_deliveries_open")
      .on(t.endpointId, t.nextAttemptAt)
      .where(sql`${t.status} in ('pending', 'delivering')`),
    // To list failures without reading the deliveries that arrived.
    index("webhook_deliveries_failed")
      .on(t.organizationId, t.endpointId, t.id)
      .where(sql`${t.status} = 'failed'`),
    check("webhook_deliveries_status", oneOf(t.status, deliveryStatuses)),
    foreignKey({
      name: "webhook_deliveries_endpoint",
      columns: [t.organizationId, t.endpointId],
      foreignColumns: [webhookEndpoints.organizationId, webhookEndpoints.id],
    }),
    foreignKey({
      name: "webhook_deliveries_event",
      columns: [t.organizationId, t.eventId],
      foreignColumns: [webhookEvents.organizationId, webhookEvents.id],
    }),
    organizationWall(),
  ],
);

/** How each attempt went. Never what the receiver answered beyond its status. */
export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    organizationId: organizationId(),
    endpointId: text("endpoint_id").notNull(),
    deliveryId: text("delivery_id").notNull(),
    /** The claim that it belongs to. */
    token: integer().notNull(),
    /** Null when no request was built, or its drain was lost. */
    attemptedAt: instant("attempted_at"),
    responseStatus: integer("response_status"),
    durationMs: integer("duration_ms"),
    error: text(),
  },
  (t) => [
    // The generated name would be longer than Postgres allows.
    primaryKey({
      name: "webhook_attempts_key",
      columns: [t.organizationId, t.endpointId, t.deliveryId, t.token],
    }),
    foreignKey({
      name: "webhook_attempts_delivery",
      columns: [t.organizationId, t.endpointId, t.deliveryId],
      foreignColumns: [
        webhookDeliveries.organizationId,
        webhookDeliveries.endpointId,
        webhookDeliveries.id,
      ],
    }),
    organizationWall(),
  ],
);

/** By the unique key of event and endpoint, which deliveries have. */
const deliveriesOf = `
      from webhook_events e
      join webhook_endpoints p on p.organization_id = e.organization_id
      join webhook_deliveries d on d.endpoint_id = p.id and d.event_id = e.id
      where e.organization_id = $1 and e.connection_id = $3`;

/** An event names its company. Receivers keep what they were sent; here nothing is left. */
export const webhookErasures = [
  droppedWithConnection(
    "webhook_attempts",
    `(endpoint_id, delivery_id) in (select d.endpoint_id, d.id ${deliveriesOf})`,
  ),
  droppedWithConnection(
    "webhook_deliveries",
    `(endpoint_id, id) in (select d.endpoint_id, d.id ${deliveriesOf})`,
  ),
  droppedWithConnection("webhook_events"),
];
export const organizationWebhookErasures = [
  droppedWithOrganization("webhook_attempts"),
  droppedWithOrganization("webhook_deliveries"),
  droppedWithOrganization("webhook_events"),
  droppedWithOrganization("webhook_endpoints"),
];

/** Found by their events, which are never newer; a resent one counts from then. */
const endedDeliveries = (as: string) => `from webhook_events e
      join webhook_deliveries ${as} on ${as}.organization_id = e.organization_id and ${as}.event_id = e.id`;
const isEnded = (as: string) =>
  `e.created_at < $1 and ${as}.status in ('delivered', 'failed') and ${as}.updated_at < $1`;

/** In the order of their references. An event stays while it has a delivery to be sent. */
export const webhookPrunings = [
  pruning({
    table: "webhook_attempts",
    from: `${endedDeliveries("d")} join webhook_attempts t on t.organization_id = d.organization_id
        and t.endpoint_id = d.endpoint_id and t.delivery_id = d.id`,
    past: isEnded("d"),
  }),
  pruning({
    table: "webhook_deliveries",
    from: endedDeliveries("t"),
    past: `${isEnded("t")} and not exists (select from webhook_attempts a
      where a.organization_id = t.organization_id and a.endpoint_id = t.endpoint_id
        and a.delivery_id = t.id)`,
  }),
  pruning({
    table: "webhook_events",
    past: `t.created_at < $1 and not exists (select from webhook_deliveries d
      where d.organization_id = t.organization_id and d.event_id = t.id)`,
  }),
];
