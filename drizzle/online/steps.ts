import { concurrentIndex, type OnlineStep } from "#lib/db/online-steps.ts";
import { deliveriesOnce } from "./0047-webhook-deliveries-once.ts";
import { releasedAnswers } from "./0049-released-answers.ts";

/** Indexes for housekeeping's pruning, which would otherwise read whole tables, hour after hour. */
const endedRowsByAge: Readonly<Record<string, string>> = {
  idempotency_keys_by_age: "idempotency_keys (created_at) where state = 'finished'",
  operations_by_age: "operations (created_at)",
  preparations_unused: "preparations (expires_at) where state <> 'consumed'",
  records_by_month: "records (periodo)",
  sync_jobs_ended: "sync_jobs (finished_at) where finished_at is not null",
  // A link can be dropped once no job names it, and an event once no delivery does.
  sync_jobs_of_link: "sync_jobs (link_id) where link_id is not null",
  webhook_events_by_age: "webhook_events (created_at)",
};

/**
 * In order, each with its migration's number. A longer step has its own file, `NNNN-name.ts`. A step that has run
 * everywhere may be removed; its name is never used again.
 */
export const onlineSteps: readonly OnlineStep[] = [
  ...Object.entries(endedRowsByAge).map(([index, on]) => ({
    name: `0039-${index}`,
    run: concurrentIndex(index, on),
  })),
  deliveriesOnce,
  {
    // The keys of calls that died; finished ones have an index of their own.
    name: "0048-idempotency_keys_left",
    run: concurrentIndex(
      "idempotency_keys_left",
      "idempotency_keys (created_at) where state = 'running'",
    ),
  },
  {
    // To list failures without reading the deliveries that arrived.
    name: "0048-webhook_deliveries_failed",
    run: concurrentIndex(
      "webhook_deliveries_failed",
      "webhook_deliveries (organization_id, endpoint_id, id) where status = 'failed'",
    ),
  },
  releasedAnswers,
];
