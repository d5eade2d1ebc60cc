import { recordCall } from "../../audit/index.ts";
import type { Standing } from "../../identity/index.ts";
import { clientLabel, operationLabel, traceLabel } from "../../kernel/labels.ts";
import type { Rate } from "./authenticate.ts";
import type { ExecuteDeps, ToolRequest } from "./request.ts";

/** What becomes known of a call while its checks pass, for its record and its answer. */
export interface Call {
  readonly requestId: string;
  readonly elapsedMs: () => number;
  readonly traceLabel: string | null;
  readonly clientLabel: string | null;
  toolId: string;
  standing: Standing | null;
  rate: Rate | null;
  connectionId: string | null;
  operationRequestId: string | null;
  idempotency: "stored" | "replayed" | null;
  countedIn: string | null;
  recorded: boolean;
}

export function newCall(request: ToolRequest, requestId: string, elapsedMs: () => number): Call {
  return {
    requestId,
    elapsedMs,
    traceLabel: traceLabel(request.traceLabel),
    clientLabel: clientLabel(request.clientLabel),
    toolId: operationLabel(request.toolId),
    standing: null,
    rate: null,
    connectionId: null,
    operationRequestId: null,
    idempotency: null,
    countedIn: null,
    recorded: false,
  };
}

/** Without a valid credential there is nobody to record the call for. */
export async function recordOutcome(
  deps: ExecuteDeps,
  call: Call,
  outcome: string,
  httpStatus: number,
): Promise<void> {
  if (call.standing === null) return;
  await recordCall(deps.db, {
    requestId: call.requestId,
    organizationId: call.standing.organizationId,
    at: deps.clock.now(),
    plane: "action",
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
  });
  call.recorded = true;
}
