import type { ErrorEntry } from "./entry.ts";

const issues =
  "`issues[]`: `path` (list of keys), `code`, `message`, one entry per field, at most 50, where `unknown_account` names the known ones and `contradiction` times that do not meet; `limit`: the bound that `not_allowed` met; `fix`: the call that lists the connections, when one is missing or not known";

export const requestErrors = {
  validation_error: {
    status: 400,
    retry: false,
    owner: "client",
    message: "The input or a header does not fit what this operation takes.",
    fix: "Correct each field named in details.issues and send the call again.",
    details: issues,
  },
  malformed_request: {
    status: 400,
    retry: false,
    owner: "client",
    message: "The body is not a JSON object.",
    fix: 'Send a JSON object such as {"input": {}} as the body.',
  },
  unsupported_media_type: {
    status: 415,
    retry: false,
    owner: "client",
    message: "The body was not announced as JSON.",
    fix: "Set the header Content-Type: application/json and send the call again.",
  },
  payload_too_large: {
    status: 413,
    retry: false,
    owner: "client",
    message: "The body is larger than 256 KB.",
    fix: "Send less in one call; read long lists page by page with cursor.",
    details: "`limitBytes`",
  },
  idempotency_key_missing: {
    status: 400,
    retry: false,
    owner: "client",
    message: "This operation cannot be undone, so it needs an Idempotency-Key of yours.",
    fix: "Make one lowercase UUID v4, keep it with the operation, and send it as the header Idempotency-Key.",
  },
  idempotency_conflict: {
    status: 409,
    retry: false,
    owner: "client",
    message: "The Idempotency-Key already belongs to another call.",
    fix: "To ask for the earlier operation, repeat it unchanged. Another operation needs a key of its own.",
    details: "`reason`: `response_expired` when the answer is past its 30 days; else null",
  },
  idempotency_in_progress: {
    status: 409,
    retry: true,
    owner: "client",
    message: "A call with this Idempotency-Key is still running.",
    fix: "Wait a few seconds and repeat the same call with the same Idempotency-Key.",
    details: "`fix`: the same call, with its key",
  },
  tool_not_found: {
    status: 404,
    retry: false,
    owner: "client",
    message: "There is no such tool or path for this organization.",
    fix: "Look the id up in GET /v1/tools, or have the connector enabled for the organization.",
  },
} as const satisfies Record<string, ErrorEntry>;
