import { errorEntry, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { Tool } from "#lib/contract/index.ts";
import type { Catalogue } from "./catalogue.ts";

/**
 * Every code that a call of the tool over REST can return, in the order of the checks.
 * `connection_ambiguous` is not among them: only MCP can leave the choice of connection open.
 */
export function answerableCodes(tool: Tool): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      "unauthorized",
      "rate_limited",
      "unsupported_media_type",
      "payload_too_large",
      "malformed_request",
      "validation_error",
      "tool_not_found",
      "scope_not_granted",
      ...keyCodes(tool),
      ...connectionCodes(tool),
      ...billingCodes(tool),
      ...(tool.needsConnection ? (["quota_exceeded"] as const) : []),
      "idempotency_conflict",
      "idempotency_in_progress",
      ...externalCodes(tool),
      ...tool.errors,
      "output_contract_error",
      "handler_error",
      "internal_error",
      "service_unavailable",
    ]),
  ];
}

/** The tools that can return a code; says so if all of them can. */
export function toolsWithCode(
  { tools }: Pick<Catalogue, "tools">,
  code: ErrorCode,
): readonly Tool[] | "any" {
  const answering = tools.filter((tool) => answerableCodes(tool).includes(code));
  return answering.length === tools.length ? "any" : answering;
}

type CodesByStatus = ReadonlyMap<number, readonly ErrorCode[]>;

/** Lowest status first; within a status, in the given order. */
export function groupByStatus(codes: readonly ErrorCode[]): CodesByStatus {
  const groups = Map.groupBy(codes, (code) => errorEntry(code).status);
  return new Map([...groups].toSorted(([one], [other]) => one - other));
}

function keyCodes(tool: Tool): ErrorCode[] {
  return tool.effect === "destructive" ? ["idempotency_key_missing"] : [];
}

function connectionCodes(tool: Tool): ErrorCode[] {
  if (!tool.needsConnection) return [];
  const codes: ErrorCode[] = ["connection_disabled", "connection_scope_not_enabled"];
  if (tool.alcance === null) return codes;
  codes.push("alcance_not_enabled");
  if (tool.servedBy !== null) codes.push("alcance_scheme_unsupported");
  return codes;
}

function billingCodes(tool: Tool): ErrorCode[] {
  return tool.pausesWithBilling ? ["billing_past_due", "subscription_required"] : [];
}

/** Errors of reaching an external system. A read of stored data lists its own, if any. */
function externalCodes(tool: Tool): ErrorCode[] {
  if (tool.effect !== "live" && tool.effect !== "destructive") return [];
  const outside: ErrorCode[] = ["upstream_error", "upstream_unexpected_response", "timeout"];
  if (!tool.needsConnection) return outside;
  // A separate code for accounts that are allowed at a provider, without typing a credential.
  const isAllowed = tool.errors.includes("connected_account_required");
  const missing: ErrorCode[] = isAllowed ? [] : ["connection_credential_required"];
  return [...missing, "connection_busy", ...outside];
}
