import * as z from "zod";
import { sentTypes, subscribableTypes } from "./event-types.ts";

/** Deliveries, or events, per page. */
export const webhookPage = { most: 100, usual: 50 } as const;

/** Empty means all types, present and future. */
const EventTypes = z
  .array(
    z.string().refine((type) => subscribableTypes.includes(type), {
      error: `No event type that can be subscribed to. There are: ${sentTypes.join(", ")}`,
      params: { code: "invalid_choice" },
    }),
  )
  .max(50)
  .transform((types) => [...new Set(types)])
  .describe(
    `Empty or absent: all types, present and future. Otherwise these alone: ${sentTypes.join(", ")}. sync.partial is accepted too, and never sent`,
  );

const Url = z.string().describe("https, of a name or an address that is public");

export const NewEndpoint = z.strictObject({
  url: Url,
  event_types: EventTypes.default([]),
  connection_id: z
    .string()
    .max(64)
    .optional()
    .describe("Limits the endpoint to the events of this connection"),
});
export type NewEndpoint = z.output<typeof NewEndpoint>;

export const EndpointChange = z.strictObject({
  url: Url.optional(),
  event_types: EventTypes.optional(),
  enabled: z
    .boolean()
    .optional()
    .describe("false stops new deliveries; what is queued already goes on"),
});
export type EndpointChange = z.output<typeof EndpointChange>;
