import type { AppError } from "#lib/kernel/errors/index.ts";
import type { Log } from "#lib/kernel/log.ts";
import { errorEnvelope, retryAfter } from "#lib/tools/execute/index.ts";

/** For what fails outside of an authorized call: there is nobody to record it for. */
export function refusal(
  log: Log,
  call: { requestId: string; elapsedMs: () => number },
  error: AppError,
): Response {
  const { requestId } = call;
  if (error.code === "internal_error") {
    log.error("request.failed", { request_id: requestId, cause: error.cause });
  }
  const body = errorEnvelope(error, {
    request_id: requestId,
    plane: "control",
    latency_ms: call.elapsedMs(),
    audit_status: "not_recorded",
  });
  return Response.json(body, {
    status: error.entry.status,
    headers: { "cache-control": "no-store", "x-request-id": requestId, ...retryAfter(error) },
  });
}
