import type { ErrorEntry } from "./entry.ts";

const issues =
  "`issues[]`: `path` (list of keys), `code`, `message`, one entry per field, at most 50, where `code` is one of the words of the list above; `limit`, `reason`: the bound that `not_allowed` met, or which of several reasons; `fix`: the call that lists the connections, when one is missing or not known";

export const requestErrors = {
  validation_error: {
    status: 400,
    retry: false,
    owner: "client",
    message: "The input, or what goes with it, does not fit what this operation takes.",
    fix: "Correct each field named in details.issues and send the call again.",
    details: issues,
  },
  malformed_request: {
    status: 400,
    retry: false,
    owner: "client",
    message: "What was sent is not a JSON object.",
    fix: 'Send a JSON object such as {"input": {}} as the body.',
    fixOverMcp: "Send a JSON object: the arguments of execute hold toolId and input.",
  },
  unsupported_media_type: {
    status: 415,
    retry: false,
    owner: "client",
    message: "What was sent was not announced as plain JSON.",
    fix: "Set the header Content-Type: application/json, leave the body uncompressed (no Content-Encoding), and send the call again.",
    fixOverMcp: "Announce the message as application/json, uncompressed, and send it again.",
  },
  payload_too_large: {
    status: 413,
    retry: false,
    owner: "client",
    message: "What was sent is larger than 256 KB.",
    fix: "Send less in one call; read long lists page by page with cursor.",
    details: "`limitBytes`",
  },
  idempotency_key_missing: {
    status: 400,
    retry: false,
    owner: "client",
    message: "This operation cannot be undone, so it needs an idempotency key of yours.",
    fix: "Make one lowercase UUID v4, keep it with the operation, and send it as the header Idempotency-Key.",
    fixOverMcp:
      "Make one lowercase UUID v4, keep it with the operation, and send it as idempotencyKey.",
  },
  idempotency_conflict: {
    status: 409,
    retry: false,
    owner: "client",
    message: "The idempotency key already belongs to another call.",
    fix: "To ask for the earlier operation, repeat it unchanged; once its answer has expired, ask GET /v1/operations/{key} what came of it. Another operation needs a key of its own.",
    fixOverMcp:
      "To ask for the earlier operation, repeat it unchanged; once its answer has expired, look for what it made. Another operation needs a key of its own.",
    details: "`reason`: `response_expired` when the answer is past its 30 days; else null",
  },
  idempotency_in_progress: {
    status: 409,
    retry: true,
    owner: "client",
    message: "A call with this idempotency key is still running.",
    fix: "Wait a few seconds and repeat the same call with the same Idempotency-Key.",
    fixOverMcp: "Wait a few seconds and repeat the same call with the same idempotencyKey.",
    details: "`operacionId`, of what is done once; `fix`: the same call, with its key",
  },
  tool_not_found: {
    status: 404,
    retry: false,
    owner: "client",
    message: "There is no such tool or path for this organization.",
    fix: "Where details.method is given, send the call again with that method. Otherwise look a tool's id up in GET /v1/tools and a path in GET /openapi.json, or have an owner enable the system for the organization.",
    fixOverMcp:
      "Use one of details.nearest where it is what you want, or ask search_docs. A system that is not enabled is for an owner to enable.",
    details:
      "`nearest[]`: at most three ids of the organization's tools that are written alike; `method`: the one that a tool's path has, where it was another",
  },
} as const satisfies Record<string, ErrorEntry>;
