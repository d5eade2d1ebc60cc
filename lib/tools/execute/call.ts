import { recordCall, type CallRecord } from "../../audit/index.ts";
import type { Standing } from "../../identity/index.ts";
import { AppError } from "../../kernel/errors/index.ts";
import { clientLabel, operationLabel, traceLabel } from "../../kernel/labels.ts";
import type { Tool } from "../define/index.ts";
import type { Rate } from "./authenticate.ts";
import type { ExecuteDeps, ToolRequest } from "./request.ts";

/** What becomes known of a call while its checks pass, for its record and its answer. */
export interface Call {
  readonly plane: "action" | "control";
  readonly requestId: string;
  readonly elapsedMs: () => number;
  readonly traceLabel: string | null;
  readonly clientLabel: string | null;
  /** The tool, or the control operation. */
  toolId: string;
  /** The tool and its input as it was sent, once the catalogue has the tool for this caller. */
  known: { tool: Tool; input: unknown } | null;
  standing: Standing | null;
  rate: Rate | null;
  connectionId: string | null;
  operationRequestId: string | null;
  idempotency: "stored" | "replayed" | null;
  countedIn: string | null;
  /** The instant of its record: the end of a call is written over its start. */
  recordedAt: Date | null;
  recorded: boolean;
}

export function newCall(
  request: Pick<ToolRequest, "toolId" | "traceLabel" | "clientLabel">,
  plane: Call["plane"],
  requestId: string,
  elapsedMs: () => number,
): Call {
  return {
    plane,
    requestId,
    elapsedMs,
    traceLabel: traceLabel(request.traceLabel),
    clientLabel: clientLabel(request.clientLabel),
    toolId: operationLabel(request.toolId),
    known: null,
    standing: null,
    rate: null,
    connectionId: null,
    operationRequestId: null,
    idempotency: null,
    countedIn: null,
    recordedAt: null,
    recorded: false,
  };
}

/**
 * Puts a call on record before its tool does what cannot be undone. What could not be recorded
 * does not happen, and a process that dies in the middle leaves this row behind.
 */
export function recordStart(deps: ExecuteDeps, call: Call): Promise<void> {
  return record(deps, call, "started", null);
}

/** Without a valid credential there is nobody to record the call for. */
export async function recordOutcome(
  deps: ExecuteDeps,
  call: Call,
  outcome: string,
  httpStatus: number,
): Promise<void> {
  await record(deps, call, outcome, httpStatus);
  call.recorded = call.standing !== null;
}

async function record(
  deps: ExecuteDeps,
  call: Call,
  outcome: string,
  httpStatus: number | null,
): Promise<void> {
  if (call.standing === null) return;
  const again = call.recordedAt !== null;
  call.recordedAt ??= deps.clock.now();
  const row: CallRecord = {
    requestId: call.requestId,
    organizationId: call.standing.organizationId,
    at: call.recordedAt,
    plane: call.plane,
    operation: call.toolId,
    operationRequestId: call.operationRequestId,
    actor: { kind: "api_key", id: call.standing.keyId },
    connectionId: call.connectionId,
    outcome,
    httpStatus,
    latencyMs: call.elapsedMs(),
    idempotency: call.idempotency,
    traceLabel: call.traceLabel,
    clientLabel: call.clientLabel,
    countedIn: call.countedIn,
  };
  try {
    await recordCall(deps.db, row, { again });
  } catch (thrown) {
    // Whatever kept the row out, the caller meets the same: nothing is answered unaudited.
    throw new AppError("service_unavailable", { cause: thrown });
  }
}

/** An answer that could not be put on record is not given. */
export async function recordFailure(
  deps: ExecuteDeps,
  call: Call,
  error: AppError,
): Promise<AppError> {
  logFailure(deps, call, error);
  try {
    await recordOutcome(deps, call, error.code, error.entry.status);
    return error;
  } catch (thrown) {
    deps.log.error("call.not_recorded", { error: thrown });
    return error.code === "service_unavailable"
      ? error
      : new AppError("service_unavailable", { cause: thrown });
  }
}

function logFailure(deps: ExecuteDeps, call: Call, error: AppError): void {
  const { owner } = error.entry;
  const fields = { tool_id: call.toolId, code: error.code, owner, cause: error.cause };
  if (owner === "client") deps.log.info("call.refused", fields);
  if (owner === "upstream") deps.log.warn("call.failed", fields);
  if (owner === "platform" || owner === "config") deps.log.error("call.failed", fields);
}
