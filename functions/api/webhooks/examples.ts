import type { z } from "zod";
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "./shapes.ts";

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
