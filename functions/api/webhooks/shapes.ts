import * as z from "zod";
import { counted } from "#lib/kernel/spoken.ts";
import {
  deliveryStatuses,
  eventTypes,
  failuresToDisable,
  maxDeliveryAttempts,
  type Delivery,
  type Endpoint,
  type Event,
} from "#lib/webhooks/index.ts";

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
    .describe(
      `\`automatic\` after ${counted(failuresToDisable, "delivery", "deliveries")} in a row that failed for good`,
    ),
  disabled_detail: z
    .string()
    .nullable()
    .describe("After an automatic disablement, how the last of those deliveries failed"),
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
  status: z.enum(deliveryStatuses),
  attempts: z
    .int()
    .describe(`Since the delivery was made or resent; ${maxDeliveryAttempts} at most`),
  response_status: z.int().nullable(),
  error: z.string().nullable(),
  next_attempt_at: Instant.nullable().describe("When it is due, while it is pending"),
  attempts_detail: z
    .array(
      z.strictObject({
        attempted_at: Instant.nullable().describe(
          "Null when no request was built, or nobody knows what became of it",
        ),
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

export function toEndpoint(endpoint: Endpoint): z.input<typeof WebhookEndpoint> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    event_types: endpoint.eventTypes,
    connection_id: endpoint.connectionId,
    enabled: endpoint.enabled,
    disabled_at: instant(endpoint.disabledAt),
    disabled_reason: endpoint.disabledReason,
    disabled_detail: endpoint.disabledDetail,
    consecutive_failures: endpoint.consecutiveFailures,
    last_success_at: instant(endpoint.lastSuccessAt),
    created_at: endpoint.createdAt.toISOString(),
  };
}

export function toDelivery(delivery: Delivery): z.input<typeof WebhookDelivery> {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    error: delivery.error,
    next_attempt_at: instant(delivery.nextAttemptAt),
    attempts_detail: delivery.history.map((attempt) => ({
      attempted_at: instant(attempt.attemptedAt),
      response_status: attempt.responseStatus,
      duration_ms: attempt.durationMs,
      error: attempt.error,
    })),
    created_at: delivery.createdAt.toISOString(),
    updated_at: delivery.updatedAt.toISOString(),
  };
}

export function toEvent({ connectionId, ...event }: Event): z.input<typeof WebhookEvent> {
  return { ...event, connection_id: connectionId };
}

function instant(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
