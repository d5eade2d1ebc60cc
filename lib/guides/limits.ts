import { attempts, longestPauseMs } from "#lib/client/retries.ts";
import { mostRows } from "#lib/connectors/banco_d/parse/search.ts";
import {
  keptAnswerDays,
  linkMinutes,
  longestWaitSeconds,
  maxBodyBytes,
  maxPageSize,
  syncedMonths,
  usualPageSize,
} from "#lib/contract/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { preparationMinutes } from "#lib/ledger/index.ts";
import { bounds, planNames, plans } from "#lib/identity/index.ts";
import { failuresPerMinute, recordedRefusalsPerMinute } from "#lib/limits/index.ts";
import { maxLabelLength } from "#lib/kernel/labels.ts";
import { counted, grouped, spoken } from "#lib/kernel/spoken.ts";
import { webhookPage } from "#lib/webhooks/index.ts";
import { code, guide, heading, list, table, text } from "./guide.ts";

const secondMs = 1_000;

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
        ...planNames.map((name) => grouped(plans[name].requestsPerMinute)),
      ],
      [
        "Calls per connection and calendar month",
        ...planNames.map((name) => grouped(plans[name].callsPerConnection)),
      ],
      [
        "Syncs on its own, a day and connection",
        ...planNames.map((name) => grouped(plans[name].scheduledSyncsPerDay)),
      ],
      [
        "Syncs waiting, per connection",
        ...planNames.map((name) => grouped(plans[name].pendingSyncsPerConnection)),
      ],
      [
        "Webhooks",
        ...planNames.map((name) => (plans[name].features.includes("webhooks") ? "yes" : "no")),
      ],
    ),
    heading("Requests per minute"),
    text(
      "Every answer to a valid credential says what is left: `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset` in seconds. Over the limit a call answers [rate_limited](/docs/guides/errors#rate_limited) with `Retry-After`. Nothing was run, so waiting and repeating is safe.",
    ),
    code(
      "text",
      "Headers of an answer",
      `
RateLimit-Limit: ${plans.pro.requestsPerMinute}
RateLimit-Remaining: ${plans.pro.requestsPerMinute - 2}
RateLimit-Reset: 41
x-request-id: req_01k2ap5bx0q8zt3v6wdn9ym4hc`,
    ),
    text(
      `Who fails is limited too. An address with ${grouped(failuresPerMinute)} failures in a minute (a bearer that is nobody's, a link that does not exist) is answered \`rate_limited\` for the rest of it, with \`details.bound\` \`failures_per_minute\`; a key that worked within the minute goes on. Beyond ${grouped(recordedRefusalsPerMinute)} refusals of one key in a minute they are counted and not recorded one by one: \`audit_status\` is \`not_recorded\` then.`,
    ),
    heading("Calls per month"),
    text(
      "Counted per connection, in calendar months of Chile. When one is used up its calls answer [quota_exceeded](/docs/guides/errors#quota_exceeded) until the next month; other connections go on. A plan that is changed brings its quota with the next month.",
    ),
    heading("Of an organization"),
    table(
      "Whatever the plan",
      ["What", "Most", "Beyond it"],
      [
        "Open links, which a person could use now",
        grouped(bounds.openLinks),
        "[rate_limited](/docs/guides/errors#rate_limited) with `Retry-After`: annul one, or wait",
      ],
      [
        "Links made in 24 hours",
        grouped(bounds.linksPerDay),
        "[rate_limited](/docs/guides/errors#rate_limited) with `Retry-After`",
      ],
      [
        "Enabled webhook endpoints",
        grouped(bounds.enabledEndpoints),
        "[validation_error](/docs/guides/errors#validation_error) with `not_allowed`: disable one",
      ],
      [
        "Webhook endpoints, with the disabled ones",
        grouped(bounds.endpoints),
        "[validation_error](/docs/guides/errors#validation_error) with `not_allowed`: use a disabled one again",
      ],
      [
        "API keys that are neither revoked nor expired",
        grouped(bounds.liveApiKeys),
        "no other is made: revoke one",
      ],
      [
        "Applications that act by OAuth: active grants",
        grouped(bounds.activeGrants),
        "no other gets access: end one",
      ],
      [
        "Open invitations of people",
        grouped(bounds.openInvitations),
        "nobody else is invited: withdraw one",
      ],
      [
        "Invitations mailed in a day, by UTC, and to one address in an hour",
        `${grouped(bounds.invitationsPerDay)} and ${grouped(bounds.invitationsToOne)}`,
        "no other is mailed until the next one begins",
      ],
      [
        "Mails about disabled webhook endpoints in a day, by UTC",
        grouped(bounds.disablementsMailed),
        "the dashboard alone tells of the next",
      ],
      [
        "Connections that a key or a grant is limited to, when it is limited",
        grouped(bounds.connectionsOfCredential),
        "no such key is made",
      ],
    ),
    heading("Sizes and times"),
    table(
      "Other limits",
      ["What", "Limit", "Beyond it"],
      [
        "Body of a request",
        `${maxBodyBytes / 1024} KB`,
        "[payload_too_large](/docs/guides/errors#payload_too_large)",
      ],
      [
        "Rows of a page, `limit`",
        `1 to ${maxPageSize}, ${usualPageSize} by default`,
        "[validation_error](/docs/guides/errors#validation_error)",
      ],
      [
        "Deliveries and events of a page",
        `1 to ${webhookPage.most}, ${webhookPage.usual} by default`,
        "[validation_error](/docs/guides/errors#validation_error)",
      ],
      [
        "Waiting inside a sync call, `esperarSegundos`",
        spoken(longestWaitSeconds * secondMs),
        "the job goes on; follow it",
      ],
      [
        "Waiting inside an emission",
        spoken(longestWaitSeconds * secondMs),
        "[timeout](/docs/guides/errors#timeout): repeat with the same key",
      ],
      [
        "Months back that can be synced",
        grouped(syncedMonths),
        "[validation_error](/docs/guides/errors#validation_error)",
      ],
      [
        "Syncs of one connection at a time",
        "1",
        "[connection_sync_in_progress](/docs/guides/errors#connection_sync_in_progress)",
      ],
      [
        "Life of a preview",
        spoken(preparationMinutes * minuteMs),
        "[tributario_preview_token_expired](/docs/guides/errors#tributario_preview_token_expired)",
      ],
      [
        "Life of a link",
        `${spoken(linkMinutes.least * minuteMs)} to ${spoken(linkMinutes.most * minuteMs)}, ${spoken(linkMinutes.usual * minuteMs)} by default`,
        "the page says that it expired",
      ],
      [
        "Stored answers of an `Idempotency-Key`",
        counted(keptAnswerDays, "day"),
        "[idempotency_conflict](/docs/guides/errors#idempotency_conflict)",
      ],
      ["`x-client-trace-id`", counted(maxLabelLength, "character"), "cut"],
      ["Movements of `banco_d` per account and month", grouped(mostRows), "`completo` is `false`"],
    ),
    heading("What the client library does"),
    list(
      `A \`GET\` that fails with a retryable code is tried ${counted(attempts, "time")} in all, with growing pauses of at most ${spoken(longestPauseMs)}, or as long as \`Retry-After\` says; each part of an export too.`,
      "A document is fetched once, for its link is good once: after a lost answer ask for another link.",
      "A call of a tool is a `POST` and is never repeated. You get the error, with `retryAfter` in seconds.",
    ),
  ],
});
