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
} from "#lib/webhooks/index.ts";
import { paginationOf } from "#lib/tools/documents/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import * as operations from "./operations.ts";
import { toDelivery, toEndpoint, toEvent } from "./shapes.ts";

export function webhookRoutes(serve: ControlServer, deps: RouteDeps): void {
  const { egress, vault, cursors } = deps;

  serve.authorized(operations.createWebhook, async ({ ctx, body }) => {
    const endpoint = await createEndpoint({ ...ctx, egress, vault }, body);
    return { ...toEndpoint(endpoint), secret: endpoint.secret };
  });

  serve.authorized(operations.listWebhooks, async ({ ctx }) => {
    return (await listEndpoints(ctx)).map(toEndpoint);
  });

  serve.authorized(operations.getWebhook, async ({ ctx, params }) => {
    return toEndpoint(await findEndpoint(ctx, params.id));
  });

  serve.authorized(operations.updateWebhook, async ({ ctx, params, body }) => {
    return toEndpoint(await changeEndpoint({ ...ctx, egress }, params.id, body));
  });

  serve.authorized(operations.disableWebhook, async ({ ctx, params }) => {
    return toEndpoint(await disableEndpoint(ctx, params.id));
  });

  serve.authorized(operations.rollWebhookSecret, async ({ ctx, params }) => {
    return { secret: await rollSecret({ ...ctx, vault }, params.id) };
  });

  serve.authorized(operations.listWebhookDeliveries, async ({ ctx, params, query }) => {
    const { deliveries, cursor } = await listDeliveries({ ...ctx, cursors }, params.id, query);
    return { data: deliveries.map(toDelivery), pagination: paginationOf(cursor) };
  });

  serve.authorized(operations.resendWebhookDelivery, async ({ ctx, params }) => {
    await resendDelivery(ctx, params.id, params.delivery_id);
    return { resent: true as const };
  });

  serve.authorized(operations.listEvents, async ({ ctx, query }) => {
    const { connection_id: connectionId, ...rest } = query;
    const { events, cursor } = await listEvents({ ...ctx, cursors }, { ...rest, connectionId });
    return { data: events.map(toEvent), pagination: paginationOf(cursor) };
  });

  serve.authorized(operations.getEvent, async ({ ctx, params }) => {
    return toEvent(await findEvent(ctx, params.id));
  });
}
