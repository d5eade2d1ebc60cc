import type { Hono } from "hono";
import {
  changeEndpoint,
  createEndpoint,
  disableEndpoint,
  findEndpoint,
  findEvent,
  listDeliveries,
  listEndpoints,
  listEvents,
  resendDelivery,
  rollSecret,
  type Delivery,
  type Endpoint,
  type EndpointChange,
  type Event,
  type NewEndpoint,
} from "#lib/webhooks/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import { authorizedRoute } from "../authorized-route.ts";
import * as operations from "./operations.ts";

export function webhookRoutes(app: Hono, deps: RouteDeps): void {
  const { egress, vault, cursors } = deps;

  authorizedRoute(app, deps, operations.createWebhook, async ({ ctx, body }) => {
    const endpoint = await createEndpoint({ ...ctx, egress, vault }, body as NewEndpoint);
    const data = { ...toEndpoint(endpoint), secret: endpoint.secret };
    return { status: 201, body: { data } };
  });

  authorizedRoute(app, deps, operations.listWebhooks, async ({ ctx }) => {
    return ok((await listEndpoints(ctx)).map(toEndpoint));
  });

  authorizedRoute(app, deps, operations.getWebhook, async ({ ctx, params }) => {
    return ok(toEndpoint(await findEndpoint(ctx, params.id)));
  });

  authorizedRoute(app, deps, operations.updateWebhook, async ({ ctx, params, body }) => {
    const change = body as EndpointChange;
    return ok(toEndpoint(await changeEndpoint({ ...ctx, egress }, params.id, change)));
  });

  authorizedRoute(app, deps, operations.disableWebhook, async ({ ctx, params }) => {
    return ok(toEndpoint(await disableEndpoint({ ...ctx, egress }, params.id)));
  });

  authorizedRoute(app, deps, operations.rollWebhookSecret, async ({ ctx, params }) => {
    return ok({ secret: await rollSecret({ ...ctx, vault }, params.id) });
  });

  authorizedRoute(app, deps, operations.listWebhookDeliveries, async ({ ctx, params, query }) => {
    const page = await listDeliveries({ ...ctx, cursors }, params.id, query);
    return paged(page.deliveries.map(toDelivery), page.cursor);
  });

  authorizedRoute(app, deps, operations.resendWebhookDelivery, async ({ ctx, params }) => {
    await resendDelivery(ctx, params.id, params.delivery_id);
    return ok({ resent: true });
  });

  authorizedRoute(app, deps, operations.listEvents, async ({ ctx, query }) => {
    const { connection_id: connectionId, ...rest } = query;
    const page = await listEvents({ ...ctx, cursors }, { ...rest, connectionId });
    return paged(page.events.map(toEvent), page.cursor);
  });

  authorizedRoute(app, deps, operations.getEvent, async ({ ctx, params }) => {
    return ok(toEvent(await findEvent(ctx, params.id)));
  });
}

function ok(data: unknown) {
  return { status: 200, body: { data } };
}

function paged(data: unknown[], cursor: string | null) {
  return { status: 200, body: { data, pagination: { cursor, hasMore: cursor !== null } } };
}

function toEndpoint(endpoint: Endpoint) {
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

function toDelivery(delivery: Delivery) {
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

function toEvent({ connectionId, ...event }: Event) {
  return { ...event, connection_id: connectionId };
}

function instant(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
