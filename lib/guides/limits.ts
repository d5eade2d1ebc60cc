import { planNames, plans } from "#lib/identity/index.ts";
import { code, guide, heading, list, table, text } from "./guide.ts";

// Not by the locale, whose tables would be loaded at every cold start for this alone.
const number = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");

export const limits = guide({
  id: "limits",
  title: "Limits",
  summary: "How much, how often and how long: every figure that a call can run into.",
  blocks: [
    heading("Plans"),
    table(
      "What each plan has",
      ["Limit", ...planNames.map((name) => `\`${name}\``)],
      [
        "Requests per minute and credential",
        ...planNames.map((name) => number(plans[name].requestsPerMinute)),
      ],
      [
        "Calls per connection and calendar month",
        ...planNames.map((name) => number(plans[name].callsPerConnection)),
      ],
      [
        "Syncs on its own, a day and connection",
        ...planNames.map((name) => number(plans[name].scheduledSyncsPerDay)),
      ],
      [
        "Syncs waiting, per connection",
        ...planNames.map((name) => number(plans[name].pendingSyncsPerConnection)),
      ],
      [
        "Webhooks",
        ...planNames.map((name) => (plans[name].features.includes("webhooks") ? "yes" : "no")),
      ],
    ),
    heading("Requests per minute"),
    text(
      "Every answer to a valid credential says how it stands: `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset` in seconds. Over the limit a call answers [rate_limited](/docs/errors#rate_limited) with `Retry-After`. Nothing was run, so waiting and repeating is safe.",
    ),
    code(
      "text",
      "Headers of an answer",
      `
RateLimit-Limit: 600
RateLimit-Remaining: 598
RateLimit-Reset: 41
x-request-id: req_01k2ap5bx0q8zt3v6wdn9ym4hc`,
    ),
    heading("Calls per month"),
    text(
      "Counted per connection, in calendar months of Chile. When one is used up its calls answer [quota_exceeded](/docs/errors#quota_exceeded) until the next month; other connections go on.",
    ),
    heading("Sizes and times"),
    table(
      "Other limits",
      ["What", "Limit", "Beyond it"],
      ["Body of a request", "256 KB", "[payload_too_large](/docs/errors#payload_too_large)"],
      [
        "Rows of a page, `limit`",
        "1 to 500, 100 by default",
        "[validation_error](/docs/errors#validation_error)",
      ],
      [
        "Deliveries and events of a page",
        "1 to 100, 50 by default",
        "[validation_error](/docs/errors#validation_error)",
      ],
      ["Waiting inside a sync call, `esperarSegundos`", "25 seconds", "the job goes on; follow it"],
      [
        "Waiting inside an emission",
        "25 seconds",
        "[timeout](/docs/errors#timeout): repeat with the same key",
      ],
      ["Months back that can be synced", "24", "[validation_error](/docs/errors#validation_error)"],
      [
        "Syncs of one connection at a time",
        "1",
        "[connection_sync_in_progress](/docs/errors#connection_sync_in_progress)",
      ],
      [
        "Life of a preview",
        "15 minutes",
        "[tributario_preview_token_expired](/docs/errors#tributario_preview_token_expired)",
      ],
      ["Life of a link", "5 minutes to 7 days, 1 day by default", "the page says that it expired"],
      [
        "Stored answers of an `Idempotency-Key`",
        "30 days",
        "[idempotency_conflict](/docs/errors#idempotency_conflict)",
      ],
      ["`x-client-trace-id`", "200 characters", "cut"],
      ["Movements of `banco_d` per account and month", "1,000", "`completo` is `false`"],
    ),
    heading("What the client library does"),
    list(
      "A `GET` that fails with a retryable code is tried three times in all, with growing pauses of at most 8 seconds, or as long as `Retry-After` says.",
      "A call of a tool is a `POST` and is never repeated. You get the error, with `retryAfter` in seconds.",
    ),
  ],
});
