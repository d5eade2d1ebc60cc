import { usualToleranceSeconds } from "#lib/client/verify-webhook.ts";
import { keptDays } from "#lib/contract/index.ts";
import { hourMs } from "#lib/kernel/clock.ts";
import { counted, listed, spoken } from "#lib/kernel/spoken.ts";
import {
  bothSecretsMs,
  drainLimits,
  eventMeanings,
  eventTypes,
  failuresToDisable,
  testPauseMs,
  waitsMs,
  type EventType,
} from "#lib/webhooks/index.ts";
import { code, guide, heading, list, note, steps, table, text } from "./guide.ts";

const job = "`GET /v1/syncs/{id}`";
const request = "the request it names";

/** What to ask the API for on each event. */
const asks: Readonly<Record<EventType, string>> = {
  "sync.succeeded": `${job}, then read`,
  "sync.failed": job,
  "connect_session.consumed": "`conexiones.estado.consultar`",
  "tributario.honorarios.issued": request,
  "tributario.honorarios.inconclusive": request,
  "tributario.honorarios.rejected": request,
  "tributario.honorarios.document_available": request,
  "webhook.test": "nothing: answer 2xx",
};

const answerWithin = spoken(drainLimits.attemptMs);

export const webhooks = guide({
  id: "webhooks",
  title: "Webhooks",
  summary:
    "Be told when a sync ends or a link is used, and verify that it was Connect who told you.",
  blocks: [
    text(
      "A webhook says that there is something to look at. The API has the state: if your receiver is down, nothing is lost but the notice, and that is sent again.",
    ),
    heading("Register an endpoint"),
    text(
      "The credential needs `webhooks:write`, which does not include the `webhooks:read` of lists, and the plan has to include webhooks. The url is https and public; it hears of what happens from now on.",
    ),
    code(
      "sh",
      "Register",
      `
curl -sS "$CONNECT_URL/v1/webhooks" \\
  -H "Authorization: Bearer $CONNECT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "url": "https://hooks.example.com/connect", "event_types": ["sync.succeeded", "sync.failed"] }'`,
    ),
    code(
      "ts",
      "From code",
      `
const endpoint = await connect.webhooks.create({
  url: "https://hooks.example.com/connect",
  event_types: ["sync.succeeded", "sync.failed"],
});
console.log(endpoint.secret);`,
    ),
    text(
      "The answer has the `secret`, this once. Without `event_types` you get every type there is or will be; with `connection_id` only what happens to that connection.",
    ),
    heading("Verify what you receive"),
    text(
      "Deliveries are signed as Standard Webhooks has it: HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. Verify the bytes as they came. A body that was parsed and written again is another body.",
    ),
    code(
      "ts",
      "A receiver, anywhere that speaks fetch",
      `
import { verifyWebhook } from "connect-client";

export default {
  async fetch(request: Request): Promise<Response> {
    const event = await verifyWebhook(await request.arrayBuffer(), request.headers, secret);
    if (event.type === "webhook.test") return new Response(null, { status: 204 });
    await queue(event.id, event);
    return new Response(null, { status: 204 });
  },
};`,
    ),
    text(
      'In Express that is `express.raw({ type: "application/json" })` on this route, before any `express.json()`; `request.body` is then the bytes. Catch what `verifyWebhook` throws and answer 400: Express 4 does not catch an async handler\'s error, and anybody can post. A test of a receiver makes its own deliveries with `signTestWebhook`.',
    ),
    steps(
      `Verify signature and time; refuse anything older or newer than ${counted(usualToleranceSeconds, "second")}.`,
      "Drop what you have seen: `webhook-id` stays the same over retries and endpoints.",
      "Expect any order: a retry comes after what happened later, and `timestamp` says when each happened.",
      `Answer 2xx within ${answerWithin}, and do the work afterwards.`,
      "Ask the API for the state. Never take data from an event.",
    ),
    heading("Events"),
    table(
      "Event types",
      ["Type", "When", "Ask"],
      ...eventTypes.map((type) => [`\`${type}\``, eventMeanings[type], asks[type]]),
    ),
    code(
      "json",
      "A delivery's body",
      `
{
  "data": {
    "alcances": ["movimientos"],
    "connection": { "connector": "banco_a", "id": "conn_01k2ap4m7c5xj0h8rztwq6e9vd", "label": "banco_a 76.555.835-2" },
    "job_id": "sjb_01k2ap4m7c5xj0h8rztwq6e9vd",
    "last_error": null,
    "outcomes": [{ "alcance": "movimientos", "records_synced": 212, "status": "ok" }],
    "periodo": "2026-08",
    "records_synced": 212,
    "request_id": "req_01k2ap4m7c5xj0h8rztwq6e9vd",
    "status": "succeeded",
    "trigger": "scheduled"
  },
  "timestamp": "2026-08-11T14:00:24.000Z",
  "type": "sync.succeeded"
}`,
    ),
    heading("What your answer means"),
    table(
      "Answers of a receiver",
      ["Answer", "What follows"],
      ["2xx", "Delivered"],
      [
        `408, 429, 5xx, no answer in ${answerWithin}, a network error`,
        `Tried again: after ${listed(waitsMs.map(spoken))}`,
      ],
      ["3xx, any other 4xx", "Failed for good. Redirects are not followed"],
    ),
    text(
      `After ${counted(failuresToDisable, "delivery", "deliveries")} in a row that failed for good the endpoint is disabled, and \`disabled_reason\` says so. Enable it with \`PATCH /v1/webhooks/{id}\`; one success sets the count back. While it is disabled what is queued already goes on, and what happens is not sent to it, then or afterwards.`,
    ),
    heading("After an outage"),
    list(
      "`GET /v1/webhooks/{id}/deliveries` has every attempt: time, status, duration, and why it failed.",
      "`POST /v1/webhooks/{id}/deliveries/{delivery_id}/resend` sends one again with all its attempts.",
      `\`GET /v1/events\` lists what happened, also what no endpoint was told of. To an endpoint that was disabled then, or registered later, an owner or admin sends an event from the dashboard, by its \`whev_\` id. Events and deliveries are kept for ${counted(keptDays, "day")}: what is older can be neither listed nor sent again.`,
    ),
    code(
      "ts",
      "Resend what failed",
      `
for await (const delivery of connect.webhooks.allDeliveries(endpoint.id)) {
  if (delivery.status === "failed") await connect.webhooks.resend(endpoint.id, delivery.id);
}`,
    ),
    heading("Change the secret"),
    text(
      `\`POST /v1/webhooks/{id}/roll-secret\` answers a new one. For ${counted(bothSecretsMs / hourMs, "hour")} each delivery carries a signature of both, so give your receiver both until then: \`verifyWebhook\` takes a list. A delivery that was on its way meanwhile may have the old one's alone; one that you answer with 400, 401 or 403 then is sent again after ${spoken(waitsMs[0])}, with both.`,
    ),
    note(
      `An owner or admin asks for a test in the dashboard, at «Webhooks», ${spoken(testPauseMs)} after the one before at the earliest, and recovers an event that an endpoint missed there. A test goes the way of every other event, so a receiver has to know \`webhook.test\` before it runs anything.`,
    ),
  ],
});
