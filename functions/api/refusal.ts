import type { AppError } from "#lib/kernel/errors/index.ts";
import type { Log } from "#lib/kernel/log.ts";
import { errorEnvelope, retryAfter, type CallMeta } from "#lib/tools/call/index.ts";

interface UnrecordedCall {
  requestId: string;
  elapsedMs: () => number;
}

/** For failures outside an authorized call: there is nobody to record it for. */
export function refusal(log: Log, call: UnrecordedCall, error: AppError): Response {
  const { requestId } = call;
  if (error.code === "internal_error") {
    log.error("request.failed", { request_id: requestId, cause: error.cause });
  }
  return Response.json(errorEnvelope(error, unrecordedMeta(call)), {
    status: error.entry.status,
    headers: { "cache-control": "no-store", "x-request-id": requestId, ...retryAfter(error) },
  });
}

export function unrecordedMeta({ requestId, elapsedMs }: UnrecordedCall): CallMeta {
  return {
    request_id: requestId,
    plane: "control",
    latency_ms: elapsedMs(),
    audit_status: "not_recorded",
  };
}
