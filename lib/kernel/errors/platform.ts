import { refusedAtSend, type ErrorEntry } from "./entry.ts";

export const upstreamErrors = {
  upstream_error: {
    status: 502,
    retry: true,
    owner: "upstream",
    message: "The external system failed or gave a bad answer.",
    fix: "Repeat the call later, with growing pauses.",
    details: `\`retryAfterSeconds\`, when the external system names a pause; \`enviado\`: false where a mail is known not to have gone out; ${refusedAtSend}`,
  },
  upstream_unexpected_response: {
    status: 502,
    retry: false,
    owner: "platform",
    message: "The external system answered in a form that is not recognized.",
    fix: "Do not retry. Report the request_id; what was stored before can still be read.",
  },
  timeout: {
    status: 504,
    retry: true,
    owner: "upstream",
    message: "The operation took longer than it may.",
    fix: "Repeat the same call, with the same Idempotency-Key when it had one.",
    fixOverMcp: "Repeat the same call, with the same idempotencyKey when it had one.",
    details:
      "`operacionId` of what is done once and is still under way, with `sameKey`: true; `fix`: the same call, when it had a key",
  },
} as const satisfies Record<string, ErrorEntry>;

export const webhookErrors = {
  webhook_endpoint_not_found: {
    status: 404,
    retry: false,
    owner: "client",
    message: "The organization has no such webhook endpoint.",
    fix: "Take the id from GET /v1/webhooks.",
    fixOverMcp: "Have an owner look the endpoint up in the dashboard.",
  },
  webhook_delivery_not_found: {
    status: 404,
    retry: false,
    owner: "client",
    message: "That endpoint has no such delivery, or the organization no such event.",
    fix: "Take a delivery's id from GET /v1/webhooks/{id}/deliveries, an event's from GET /v1/events.",
    fixOverMcp: "Have an owner look the delivery or event up in the dashboard.",
  },
  invalid_webhook_url: {
    status: 422,
    retry: false,
    owner: "client",
    message: "The url is not an https address that the public internet can reach.",
    fix: "Give an https url whose name resolves to public addresses only.",
    details: "`reason`: which of the rules for urls it breaks",
  },
} as const satisfies Record<string, ErrorEntry>;

export const internalErrors = {
  service_unavailable: {
    status: 503,
    retry: true,
    owner: "platform",
    message: "The service cannot answer for the moment.",
    fix: "Repeat the same call after the seconds given by Retry-After.",
    fixOverMcp: "Wait a few seconds and repeat the same call.",
    details:
      "`failed[]`: the checks that did not pass, at GET /health/ready alone; `paused`: the system that the operator has paused, or `emissions`; stored data is answered meanwhile",
  },
  output_contract_error: {
    status: 500,
    retry: false,
    owner: "platform",
    message: "The tool produced an answer that breaks its own contract, so it was withheld.",
    fix: "Do not retry. Report the request_id.",
  },
  handler_error: {
    status: 500,
    retry: false,
    owner: "platform",
    message: "The tool failed for a reason that has no code of its own.",
    fix: "Do not retry. Report the request_id.",
  },
  internal_error: {
    status: 500,
    retry: false,
    owner: "platform",
    message: "The service failed for a reason that has no code of its own.",
    fix: "Do not retry. Report the request_id.",
  },
  not_implemented: {
    status: 501,
    retry: false,
    owner: "platform",
    message: "The operation is part of the contract and does not exist yet.",
    fix: "Do not retry. Use another tool of GET /v1/tools.",
    fixOverMcp: "Do not retry. Look for another tool with search_docs.",
  },
} as const satisfies Record<string, ErrorEntry>;
