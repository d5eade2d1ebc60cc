import * as z from "zod";
import { hourMs } from "#lib/kernel/clock.ts";
import { counted } from "#lib/kernel/spoken.ts";
import {
  defineOperation,
  pageEnvelope,
  type ControlOperation,
} from "#lib/tools/documents/index.ts";
import {
  bothSecretsMs,
  EndpointChange,
  eventTypes,
  maxDeliveryAttempts,
  NewEndpoint,
  webhookPage,
} from "#lib/webhooks/index.ts";
import { exampleDelivery, exampleEndpoint, exampleEvent, exampleSecret } from "./examples.ts";
import { cursor, ofConnection, pageLimit } from "../list-fields.ts";
import {
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookEvent,
} from "./shapes.ts";

const read = { bearer: ["webhooks:read"] } as const;
const write = { bearer: ["webhooks:write"] } as const;
const nothing = z.strictObject({});
const byId = z.strictObject({ id: z.string().describe("The endpoint's id, `whk_…`") });
const page = {
  limit: pageLimit(webhookPage.most).prefault(webhookPage.usual).describe("Rows a page"),
  cursor,
};

export const createWebhook = defineOperation({
  id: "createWebhook",
  method: "post",
  path: "/v1/webhooks",
  tag: "webhooks",
  summary: "Register a webhook endpoint",
  description:
    "It is told of events that happen from now on, signed as Standard Webhooks has it. The secret is shown in this answer alone.",
  auth: write,
  params: nothing,
  query: nothing,
  body: NewEndpoint,
  success: {
    status: 201,
    description: "The endpoint, with its secret",
    content: {
      kind: "envelope",
      schema: WebhookEndpointWithSecret,
      example: { ...exampleEndpoint, last_success_at: null, secret: exampleSecret },
    },
  },
  codes: ["validation_error", "feature_not_in_plan", "invalid_webhook_url"],
});

export const listWebhooks = defineOperation({
  id: "listWebhooks",
  method: "get",
  path: "/v1/webhooks",
  tag: "webhooks",
  summary: "List the webhook endpoints",
  description: "In the order in which they were made. The list has no pages.",
  auth: read,
  params: nothing,
  query: nothing,
  success: {
    status: 200,
    description: "Every endpoint, disabled ones included, without secrets",
    content: { kind: "envelope", schema: z.array(WebhookEndpoint), example: [exampleEndpoint] },
  },
  codes: ["validation_error"],
});

const oneEndpoint = {
  status: 200,
  description: "The endpoint",
  content: { kind: "envelope", schema: WebhookEndpoint, example: exampleEndpoint },
} as const;

export const getWebhook = defineOperation({
  id: "getWebhook",
  method: "get",
  path: "/v1/webhooks/{id}",
  tag: "webhooks",
  summary: "Show a webhook endpoint",
  description:
    "As it is set now, with when it last took a delivery; its secret is not shown again.",
  auth: read,
  params: byId,
  query: nothing,
  success: oneEndpoint,
  codes: ["validation_error", "webhook_endpoint_not_found"],
});

export const updateWebhook = defineOperation({
  id: "updateWebhook",
  method: "patch",
  path: "/v1/webhooks/{id}",
  tag: "webhooks",
  summary: "Change, enable or disable a webhook endpoint",
  description: "What happened while it was disabled is not sent after all; see `GET /v1/events`.",
  auth: write,
  params: byId,
  query: nothing,
  body: EndpointChange,
  success: oneEndpoint,
  codes: ["validation_error", "webhook_endpoint_not_found", "invalid_webhook_url"],
});

export const disableWebhook = defineOperation({
  id: "disableWebhook",
  method: "delete",
  path: "/v1/webhooks/{id}",
  tag: "webhooks",
  summary: "Disable a webhook endpoint",
  description: "Its history stays. What is queued already is still delivered.",
  auth: write,
  params: byId,
  query: nothing,
  success: oneEndpoint,
  codes: ["validation_error", "webhook_endpoint_not_found"],
});

export const rollWebhookSecret = defineOperation({
  id: "rollWebhookSecret",
  method: "post",
  path: "/v1/webhooks/{id}/roll-secret",
  tag: "webhooks",
  summary: "Give a webhook endpoint a new secret",
  description: `For ${counted(bothSecretsMs / hourMs, "hour")} deliveries carry a signature of the old secret as well.`,
  auth: write,
  params: byId,
  query: nothing,
  success: {
    status: 200,
    description: "The new secret, shown in this answer alone",
    content: {
      kind: "envelope",
      schema: z.strictObject({ secret: z.string() }),
      example: { secret: exampleSecret },
    },
  },
  codes: ["validation_error", "webhook_endpoint_not_found"],
});

export const listWebhookDeliveries = defineOperation({
  id: "listWebhookDeliveries",
  method: "get",
  path: "/v1/webhooks/{id}/deliveries",
  tag: "webhooks",
  summary: "List the deliveries of a webhook endpoint",
  description: "Newest first, each with its attempts.",
  auth: read,
  params: byId,
  query: z.strictObject(page),
  success: {
    status: 200,
    description: "The deliveries, and the cursor of the next page",
    content: pageEnvelope(WebhookDelivery, exampleDelivery),
  },
  codes: ["validation_error", "webhook_endpoint_not_found"],
});

export const resendWebhookDelivery = defineOperation({
  id: "resendWebhookDelivery",
  method: "post",
  path: "/v1/webhooks/{id}/deliveries/{delivery_id}/resend",
  tag: "webhooks",
  summary: "Send a delivery that has ended once more",
  description: `With the same \`webhook-id\` and all ${counted(maxDeliveryAttempts, "attempt")}. The next drain takes it.`,
  auth: write,
  params: byId.extend({ delivery_id: z.string().describe("`whd_…`") }),
  query: nothing,
  success: {
    status: 200,
    description: "It is queued",
    content: {
      kind: "envelope",
      schema: z.strictObject({ resent: z.literal(true) }),
      example: { resent: true },
    },
  },
  codes: ["validation_error", "webhook_endpoint_not_found", "webhook_delivery_not_found"],
});

export const listEvents = defineOperation({
  id: "listEvents",
  method: "get",
  path: "/v1/events",
  tag: "events",
  summary: "List what happened",
  description:
    "Newest first, whether an endpoint was told or not. Tests are left out unless asked for by type.",
  auth: read,
  params: nothing,
  query: z.strictObject({
    type: z.enum(eventTypes).optional().describe("Only events of this type"),
    connection_id: ofConnection("events"),
    ...page,
  }),
  success: {
    status: 200,
    description: "The events, and the cursor of the next page",
    content: pageEnvelope(WebhookEvent, exampleEvent),
  },
  codes: ["validation_error"],
});

export const getEvent = defineOperation({
  id: "getEvent",
  method: "get",
  path: "/v1/events/{id}",
  tag: "events",
  summary: "Show an event",
  description: "Also one of which no endpoint was told, and also a test.",
  auth: read,
  params: z.strictObject({ id: z.string().describe("The event's id, `whev_…`") }),
  query: nothing,
  success: {
    status: 200,
    description: "The event, with the content that was sent",
    content: { kind: "envelope", schema: WebhookEvent, example: exampleEvent },
  },
  codes: ["validation_error", "webhook_delivery_not_found"],
});

export const webhookOperations: readonly ControlOperation[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  disableWebhook,
  rollWebhookSecret,
  listWebhookDeliveries,
  resendWebhookDelivery,
  listEvents,
  getEvent,
];
