import { expect, test } from "vitest";
import * as z from "zod";
import { errorEntry } from "#lib/kernel/errors/index.ts";
import { tool, type Tool } from "#lib/contract/index.ts";
import { answerableCodes, groupByStatus } from "./answerable-codes.ts";

const everyTool = [
  "unauthorized",
  "rate_limited",
  "unsupported_media_type",
  "payload_too_large",
  "malformed_request",
  "validation_error",
  "tool_not_found",
  "scope_not_granted",
  "idempotency_conflict",
  "idempotency_in_progress",
  "output_contract_error",
  "handler_error",
  "internal_error",
  "service_unavailable",
];

function toolLike(fields: Partial<Tool>): Tool {
  const plain = tool({
    id: "prueba.algo.hacer",
    title: "Hacer algo",
    description: "Hace algo.",
    effect: "read",
    needsConnection: false,
    input: z.strictObject({}),
    output: z.strictObject({}),
    errors: [],
    example: { input: {}, output: {} },
    run: () => ({}),
  });
  return { ...plain, ...fields };
}

function beyondEveryTool(fields: Partial<Tool>): string[] {
  const codes = answerableCodes(toolLike(fields));
  expect(codes).toEqual(expect.arrayContaining(everyTool));
  expect(new Set(codes).size).toBe(codes.length);
  return codes.filter((code) => !everyTool.includes(code));
}

test("a utility that reads can return what every tool can", () => {
  expect(answerableCodes(toolLike({}))).toEqual(everyTool);
});

test("a tool's own codes are among its answers, once", () => {
  expect(beyondEveryTool({ errors: ["timeout", "validation_error"] })).toEqual(["timeout"]);
});

test("a read of stored rows can be refused for its connection, but not for a payment", () => {
  expect(beyondEveryTool({ needsConnection: true, alcance: "saldos" })).toEqual([
    "connection_disabled",
    "connection_scope_not_enabled",
    "alcance_not_enabled",
    "quota_exceeded",
  ]);
});

test("a module that only some kinds of access serve says so", () => {
  const codes = beyondEveryTool({ needsConnection: true, alcance: "rcv", servedBy: ["persona"] });
  expect(codes).toContain("alcance_scheme_unsupported");
});

test("an external system can be failing, busy or locked, and pauses with payments", () => {
  const live = { effect: "live", needsConnection: true, pausesWithBilling: true } as const;
  expect(beyondEveryTool(live)).toEqual([
    "connection_disabled",
    "connection_scope_not_enabled",
    "billing_past_due",
    "subscription_required",
    "quota_exceeded",
    "connection_credential_required",
    "connection_busy",
    "upstream_error",
    "upstream_unexpected_response",
    "timeout",
  ]);
});

test("only what cannot be undone demands an idempotency key", () => {
  expect(beyondEveryTool({ effect: "destructive" })).toContain("idempotency_key_missing");
  for (const effect of ["read", "live", "write"] as const) {
    expect(beyondEveryTool({ effect })).not.toContain("idempotency_key_missing");
  }
});

test("no tool can leave the choice of a connection open over REST", () => {
  const codes = answerableCodes(toolLike({ effect: "destructive", needsConnection: true }));
  expect(codes).not.toContain("connection_ambiguous");
});

test("statuses come in order, each with its own codes", () => {
  const groups = groupByStatus(answerableCodes(toolLike({})));
  expect([...groups.keys()]).toEqual([400, 401, 403, 404, 409, 413, 415, 429, 500, 503]);
  for (const [status, codes] of groups) {
    for (const code of codes) expect(errorEntry(code).status).toBe(status);
  }
});
