import * as z from "zod";
import { eventTypes } from "#lib/webhooks/index.ts";

const Instant = z.iso.datetime();

export const WebhookEndpoint = z.strictObject({
  id: z.string(),
  url: z.string(),
  event_types: z.array(z.string()).describe("Empty: all types, present and future"),
  connection_id: z.string().nullable(),
  enabled: z.boolean(),
  disabled_at: Instant.nullable(),
  disabled_reason: z
    .enum(["manual", "automatic"])
    .nullable()
    .describe("`automatic` after 5 deliveries in a row that failed for good"),
  disabled_detail: z
    .string()
    .nullable()
    .describe("Of an automatic disablement: how the last of those deliveries failed"),
  consecutive_failures: z.int().describe("Deliveries in a row that failed for good, up to now"),
  last_success_at: Instant.nullable(),
  created_at: Instant,
});

export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: z.string().describe("Signs every delivery. Shown here and never again"),
});

export const WebhookDelivery = z.strictObject({
  id: z.string(),
  event_id: z.string().describe("What `webhook-id` carries"),
  event_type: z.string(),
  status: z.enum(["pending", "delivering", "delivered", "failed"]),
  attempts: z.int().describe("Since the delivery was made or resent; 6 at most"),
  response_status: z.int().nullable(),
  error: z.string().nullable(),
  next_attempt_at: Instant.nullable().describe("When it is due, while it is pending"),
  attempts_detail: z
    .array(
      z.strictObject({
        attempted_at: Instant.nullable().describe("Null when no request was built"),
        response_status: z.int().nullable(),
        duration_ms: z.int().nullable(),
        error: z.string().nullable(),
      }),
    )
    .describe("Every attempt, those before a resend included, the oldest first"),
  created_at: Instant,
  updated_at: Instant,
});

export const WebhookEvent = z.strictObject({
  id: z.string(),
  type: z.enum(eventTypes),
  timestamp: Instant,
  data: z.looseObject({}).describe("As it was sent"),
  connection_id: z.string().nullable(),
});

export const Pagination = z.strictObject({
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
});

const endpointId = "whk_01k2ap4m7c5xj0h8rztwq6e9vd";
const connectionId = "conn_01k2ap4m7c5xj0h8rztwq6e9vd";
const createdAt = "2026-08-11T14:00:00.000Z";

export const exampleEndpoint: z.infer<typeof WebhookEndpoint> = {
  id: endpointId,
  url: "https://hooks.example.com/connect",
  event_types: ["sync.succeeded", "sync.failed"],
  connection_id: null,
  enabled: true,
  disabled_at: null,
  disabled_reason: null,
  disabled_detail: null,
  consecutive_failures: 0,
  last_success_at: "2026-08-11T14:05:02.000Z",
  created_at: createdAt,
};

export const exampleDelivery: z.infer<typeof WebhookDelivery> = {
  id: "whd_01k2ap4m7c5xj0h8rztwq6e9vd",
  event_id: "whev_01k2ap4m7c5xj0h8rztwq6e9vd",
  event_type: "sync.succeeded",
  status: "pending",
  attempts: 1,
  response_status: 503,
  error: "answered 503",
  next_attempt_at: "2026-08-11T14:01:02.210Z",
  attempts_detail: [
    {
      attempted_at: "2026-08-11T14:00:02.000Z",
      response_status: 503,
      duration_ms: 210,
      error: "answered 503",
    },
  ],
  created_at: createdAt,
  updated_at: "2026-08-11T14:00:02.210Z",
};

export const exampleEvent: z.infer<typeof WebhookEvent> = {
  id: "whev_01k2ap4m7c5xj0h8rztwq6e9vd",
  type: "connect_session.consumed",
  timestamp: createdAt,
  data: {
    session: { id: "cs_01k2ap4m7c5xj0h8rztwq6e9vd" },
    connection: { id: connectionId, connector: "banco_a" },
    verified: true,
    consumed_at: createdAt,
  },
  connection_id: connectionId,
};

export const exampleSecret = "whsec_ZXhhbXBsZSBvZiBhIHNlY3JldCB0aGF0IGlzIDMyIGI=";
