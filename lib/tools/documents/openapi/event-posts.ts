import * as z from "zod";
import { eventData, eventMeanings, eventTypes, type EventType } from "#lib/webhooks/index.ts";
import { publishedIdPattern } from "#lib/contract/index.ts";
import { jsonSchemaOf, type JsonSchema } from "../json-schema.ts";

/** What the service sends to the endpoints that an organization registers, type by type. */
export function eventPosts(): Record<EventType, JsonSchema> {
  const posts = eventTypes.map((type) => [type, { post: eventPost(type) }]);
  return Object.fromEntries(posts) as Record<EventType, JsonSchema>;
}

function eventPost(type: EventType): JsonSchema {
  return {
    operationId: `event.${type}`,
    tags: ["webhooks"],
    summary: eventMeanings[type],
    description:
      "A notice that there is something to look at; the API has the state. Verify the signature over the raw body, and drop what `webhook-id` says was seen.",
    security: [],
    parameters: signed,
    requestBody: {
      required: true,
      content: { "application/json": { schema: bodyOf(type) } },
    },
    responses: { "2XX": { description: "Delivered" }, default: notDelivered },
  };
}

function bodyOf(type: EventType): JsonSchema {
  const body = z.strictObject({
    type: z.literal(type),
    timestamp: z.iso.datetime().describe("When it happened"),
    data: eventData[type],
  });
  return jsonSchemaOf(body, "output");
}

const signed = [
  header("webhook-id", "The event: the same over retries and endpoints", {
    pattern: publishedIdPattern("whev").source,
  }),
  header("webhook-timestamp", "Of this attempt, in Unix seconds", { pattern: "^[0-9]+$" }),
  header(
    "webhook-signature",
    "`v1,<base64>`; several, separated by spaces, while a secret is being changed",
    { pattern: "^v1,\\S+( v1,\\S+)*$" },
  ),
];

function header(name: string, description: string, schema: JsonSchema): JsonSchema {
  return { name, in: "header", required: true, description, schema: { type: "string", ...schema } };
}

const notDelivered = {
  description:
    "408, 429 and 5xx are tried again, as is no answer in time; any other answer fails for good.",
};
