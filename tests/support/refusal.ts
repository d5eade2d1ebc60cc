import { expect } from "vitest";
import { errorEntry, isIssueCode, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import type { Answered } from "./scenes/api.ts";

// What a stack, a cause or a statement would leave behind.
const leaks = /error:|\n?\s{2,}at |node_modules|select |insert |\.ts\b|drizzle|postgres|zod/i;
/** Receipts, cursors and links' seals contain any three letters some day. */
const sealed = /[\w-]{40,}(?:\.[\w-]{40,})*/g;

/** Checks a refusal against its code: status, every field of the envelope, headers, and nothing more. */
export function expectRefusal(answer: Answered, code: ErrorCode): void {
  const entry = errorEntry(code);
  const requestId = answer.headers.get("x-request-id");
  expect([answer.body.error?.code, answer.status]).toEqual([code, entry.status]);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(requestId).toMatch(idPattern("req"));
  expect(Object.keys(answer.body).toSorted()).toEqual(["error", "meta"]);
  expect(answer.body.error).toEqual({
    code,
    message: entry.message,
    suggested_fix: entry.fix,
    request_id: requestId,
    details: entry.details === undefined ? null : answer.body.error?.details,
  });
  expect(answer.body.meta).toMatchObject({
    request_id: requestId,
    plane: expect.stringMatching(/^(action|control)$/),
    latency_ms: expect.any(Number),
    audit_status: expect.stringMatching(/^(recorded|not_recorded)$/),
  });
  expect(issuesIn(answer).filter(({ code: word }) => !isIssueCode(word))).toEqual([]);
  expect(answer.headers.has("retry-after")).toBe(entry.retry);
  expect(JSON.stringify(answer.body).replaceAll(sealed, "")).not.toMatch(leaks);
}

export function issuesIn(answer: Answered): { path: unknown[]; code: string }[] {
  const issues = answer.body.error?.details?.["issues"] ?? [];
  return issues as { path: unknown[]; code: string }[];
}

/** The fields that a `validation_error` names. */
export function refusedPaths(answer: Answered): string[] {
  return issuesIn(answer).map(({ path }) => path.join("."));
}
