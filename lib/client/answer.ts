import { ConnectError, ConnectNoAnswer } from "./errors.ts";
import type { ErrorCode } from "./generated/codes.ts";
import { retryAfterOf } from "./retries.ts";

type Json = Record<string, unknown>;

/** The body of a success. Throws for a refusal, and for anything the service cannot have said. */
export function answerOf(response: Response, text: string, nowMs: number): Json {
  const body = parsed(text);
  const retryAfter = retryAfterOf(response.headers.get("retry-after"), nowMs);
  const { status } = response;
  if (body !== null && response.ok) return body;
  const refusal = body === null ? null : refusalOf(body, status, retryAfter);
  throw refusal ?? new ConnectNoAnswer("not_an_answer", { status, retryAfter });
}

function refusalOf({ error }: Json, status: number, retryAfter: number | null) {
  if (!isRecord(error)) return null;
  const { code, message, suggested_fix: suggestedFix, request_id: requestId, details } = error;
  if (typeof code !== "string") return null;
  return new ConnectError({
    // A code newer than this library is passed on unchanged.
    code: code as ErrorCode,
    message: textOf(message),
    suggestedFix: textOf(suggestedFix),
    requestId: textOf(requestId),
    details: isRecord(details) ? details : null,
    status,
    retryAfter,
  });
}

function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    // Not JSON, so not from the service: the caller reports that.
    return null;
  }
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
