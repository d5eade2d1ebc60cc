import { reorderedUnique, type OnlineStep } from "#lib/db/online-steps.ts";

const reorder = reorderedUnique(
  "webhook_deliveries",
  "webhook_deliveries_once",
  "event_id, endpoint_id",
);

/** Starts with the event, so that it also finds an event's deliveries and the other index can go. */
export const deliveriesOnce: OnlineStep = {
  name: "0047-webhook_deliveries_once",
  run: async (step) => {
    await reorder(step);
    await step.client.query("drop index concurrently if exists public.webhook_deliveries_of_event");
  },
};
