import type { Control } from "./control.ts";
import { everyItem } from "./every-item.ts";
import type { Operations } from "./generated/operations.ts";
import type { RequestOptions } from "./options.ts";

export type WebhookEndpoint = Operations["getWebhook"]["answer"]["data"];
export type WebhookDelivery = Operations["listWebhookDeliveries"]["answer"]["data"][number];
export type RecordedEvent = Operations["getEvent"]["answer"]["data"];
type PageQuery = Operations["listWebhookDeliveries"]["query"];
type EventQuery = Operations["listEvents"]["query"];

export function createWebhooks(control: Control) {
  const deliveries = (id: string, query: PageQuery = {}, options?: RequestOptions) =>
    control("listWebhookDeliveries", { params: { id }, query, options });
  return {
    /** The secret is only in this answer. */
    create: async (body: Operations["createWebhook"]["body"], options?: RequestOptions) =>
      (await control("createWebhook", { body, options })).data,
    list: async (options?: RequestOptions) => (await control("listWebhooks", { options })).data,
    get: async (id: string, options?: RequestOptions) =>
      (await control("getWebhook", { params: { id }, options })).data,
    update: async (
      id: string,
      body: Operations["updateWebhook"]["body"],
      options?: RequestOptions,
    ) => (await control("updateWebhook", { params: { id }, body, options })).data,
    /** Its history is kept. */
    disable: async (id: string, options?: RequestOptions) =>
      (await control("disableWebhook", { params: { id }, options })).data,
    /** Both secrets sign for a while: the guide to webhooks says how long. */
    rollSecret: async (id: string, options?: RequestOptions) =>
      (await control("rollWebhookSecret", { params: { id }, options })).data,
    /** A page, newest first. */
    deliveries,
    allDeliveries: (id: string, query: PageQuery = {}, options?: RequestOptions) =>
      everyItem(query.cursor, (cursor) => deliveries(id, { ...query, cursor }, options)),
    resend: async (id: string, deliveryId: string, options?: RequestOptions) =>
      (
        await control("resendWebhookDelivery", {
          params: { id, delivery_id: deliveryId },
          options,
        })
      ).data,
  };
}

export function createEvents(control: Control) {
  const list = (query: EventQuery = {}, options?: RequestOptions) =>
    control("listEvents", { query, options });
  return {
    /** A page, newest first. */
    list,
    all: (query: EventQuery = {}, options?: RequestOptions) =>
      everyItem(query.cursor, (cursor) => list({ ...query, cursor }, options)),
    get: async (id: string, options?: RequestOptions) =>
      (await control("getEvent", { params: { id }, options })).data,
  };
}
