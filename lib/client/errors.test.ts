import { expect, test } from "vitest";
import { ConnectError } from "./errors.ts";

const key = "4f1f6b8e-2f0c-4c35-9f1b-0f6a4f6f7a10";

function fixOf(details: Record<string, unknown> | null) {
  return new ConnectError({
    code: "idempotency_in_progress",
    message: "It runs.",
    suggestedFix: "Wait.",
    requestId: "req_1",
    details,
    status: 409,
    retryAfter: 5,
  }).fix;
}

test("a fix that repeats the call keeps its key: with another it would be a second act", () => {
  const fix = {
    tool_id: "tributario.dte.emitir",
    input: { previewRef: "prv_1" },
    connection_id: "conn_uno",
    idempotency_key: key,
  };
  expect(fixOf({ operacionId: "oper_1", fix })).toEqual({
    toolId: "tributario.dte.emitir",
    input: { previewRef: "prv_1" },
    connection: "conn_uno",
    idempotencyKey: key,
  });
});

test("what a fix does not name is null, and an error without a fix has none", () => {
  const bare = { toolId: "core.timestamp.now", input: {}, connection: null, idempotencyKey: null };
  expect(fixOf({ fix: { tool_id: "core.timestamp.now" } })).toEqual(bare);
  expect(fixOf({ operacionId: "oper_1" })).toBeNull();
  expect(fixOf(null)).toBeNull();
});
