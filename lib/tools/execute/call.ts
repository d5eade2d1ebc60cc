import { actors } from "#lib/db/actors.ts";
import { isOnRecord, recordLastCall, sourceOf, type CallRecord } from "#lib/audit/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import { isPause } from "#lib/operator/index.ts";
import { AppError, type ErrorCode, type ErrorOwner } from "#lib/kernel/errors/index.ts";
import { clientLabel, operationLabel, traceLabel } from "#lib/kernel/labels.ts";
import type { Tool } from "#lib/contract/index.ts";
import type { Rate } from "./authenticate.ts";
import { recordCounted } from "./record-counted.ts";
import type { ExecuteDeps, Surface, ToolRequest } from "./request.ts";

/** What is found out about a call while its checks pass, for its record and its answer. */
export interface Call {
  readonly surface: Surface;
  readonly plane: "action" | "control";
  readonly requestId: string;
  readonly elapsedMs: () => number;
  readonly address: string | null;
  /** Whether it presents a credential at all. */
  readonly hasCredential: boolean;
  readonly traceLabel: string | null;
  readonly clientLabel: string | null;
  /** The tool, or the control operation. */
  toolId: string;
  /** The tool and its input as it was sent, once the catalogue has the tool for this caller. */
  known: { tool: Tool; input: unknown } | null;
  caller: Caller | null;
  rate: Rate | null;
  connectionId: string | null;
  operationRequestId: string | null;
  idempotency: "stored" | "replayed" | null;
  /** The status that was answered, where a protocol writes the answer itself. */
  protocolStatus: number | null;
  countedIn: string | null;
  /** The connections that it counts for, where it named several. */
  countedFor: readonly string[];
  /** The quota that its count must stay within, when it may be one of the last calls. */
  lastOf: number | null;
  /** The instant of its newest record: the end of a call is recorded after its start. */
  recordedAt: Date | null;
  /** A record whose write got no answer: it may or may not have been stored and counted. */
  unheard: CallRecord | null;
  recorded: boolean;
}

export function newCall(
  request: Pick<
    ToolRequest,
    "surface" | "toolId" | "traceLabel" | "clientLabel" | "address" | "authorization"
  >,
  plane: Call["plane"],
  requestId: string,
  elapsedMs: () => number,
): Call {
  return {
    surface: request.surface,
    plane,
    requestId,
    elapsedMs,
    address: request.address,
    hasCredential: request.authorization !== undefined,
    traceLabel: traceLabel(request.traceLabel),
    clientLabel: clientLabel(request.clientLabel),
    toolId: operationLabel(request.toolId),
    known: null,
    caller: null,
    rate: null,
    connectionId: null,
    operationRequestId: null,
    idempotency: null,
    protocolStatus: null,
    countedIn: null,
    countedFor: [],
    lastOf: null,
    recordedAt: null,
    unheard: null,
    recorded: false,
  };
}

/**
 * Records a call before its tool does what cannot be undone. What cannot be recorded does not
 * happen, and a process that dies in the middle leaves this row behind.
 */
export function recordStart(deps: ExecuteDeps, call: Call): Promise<void> {
  return record(deps, call, "started", null);
}

/** Without a valid credential there is nobody to record the call for. */
export async function recordOutcome(
  deps: ExecuteDeps,
  call: Call,
  outcome: "ok" | ErrorCode,
  httpStatus: number,
  owner: Fault = "none",
): Promise<void> {
  await recordCounted(deps);
  await record(deps, call, outcome, httpStatus);
  call.recorded = call.caller !== null;
  measure(deps, call, owner);
}

/** Who is to blame for a failure; "none" for operator pauses, so that no alarm rings. */
type Fault = ErrorOwner | "none";

const faultOf = (error: AppError): Fault => (isPause(error) ? "none" : error.entry.owner);

function measure(deps: ExecuteDeps, call: Call, owner: Fault): void {
  const { plane } = call;
  deps.log.measure("call", { plane, owner, Calls: 1, CallLatency: call.elapsedMs() });
}

/** Records a successful call; false when it was one too many for its connection's quota. */
export async function recordSuccess(deps: ExecuteDeps, call: Call): Promise<boolean> {
  const { connectionId, countedIn, lastOf } = call;
  if (connectionId === null || countedIn === null || lastOf === null) {
    await recordOutcome(deps, call, "ok", 200);
    return true;
  }
  const row = rowOf(deps, call, laterThanBefore(deps, call), "ok", 200);
  if (row === null) return true;
  call.recordedAt = row.at;
  const held = await orUnavailable(
    call,
    row,
    recordLastCall(deps.db, { ...row, connectionId, countedIn }, lastOf),
  );
  call.recorded = true;
  return held;
}

async function record(
  deps: ExecuteDeps,
  call: Call,
  outcome: string,
  httpStatus: number | null,
): Promise<void> {
  const row = rowOf(deps, call, laterThanBefore(deps, call), outcome, httpStatus);
  if (row === null) return;
  call.recordedAt = row.at;
  await orUnavailable(call, row, deps.callRecords.add(deps.db, row));
}

/**
 * The newest row of a call wins, so a later row must have a later instant even if the clock went
 * back.
 */
function laterThanBefore({ clock }: ExecuteDeps, { recordedAt }: Call): Date {
  const now = clock.now();
  if (recordedAt === null || now > recordedAt) return now;
  return new Date(recordedAt.getTime() + 1);
}

function rowOf(
  { secret }: ExecuteDeps,
  call: Call,
  at: Date,
  outcome: string,
  httpStatus: number | null,
): CallRecord | null {
  if (call.caller === null) return null;
  return {
    requestId: call.requestId,
    organizationId: call.caller.organizationId,
    at,
    plane: call.plane,
    operation: call.toolId,
    operationRequestId: call.operationRequestId,
    actor: actors.caller(call.caller),
    connectionId: call.connectionId,
    outcome,
    httpStatus,
    latencyMs: call.elapsedMs(),
    idempotency: call.idempotency,
    traceLabel: call.traceLabel,
    clientLabel: call.clientLabel,
    countedIn: call.countedIn,
    countedFor: call.countedFor,
    source: call.address === null ? null : sourceOf(secret, call.address),
  };
}

/** Whatever kept the row out, the caller gets the same error: nothing is answered unaudited. */
function orUnavailable<T>(call: Call, row: CallRecord, recorded: Promise<T>): Promise<T> {
  return recorded.catch((thrown: unknown) => {
    call.unheard = row;
    throw new AppError("service_unavailable", { cause: thrown });
  });
}

/** The connection may be lost after the commit: what was counted is not counted again. */
async function countOnce({ db }: ExecuteDeps, call: Call): Promise<void> {
  const { unheard } = call;
  if (unheard === null || unheard.countedIn === null) return;
  if (await isOnRecord(db, unheard)) call.countedIn = null;
}

/** An answer that could not be recorded is not given. */
export async function recordFailure(
  deps: ExecuteDeps,
  call: Call,
  error: AppError,
): Promise<AppError> {
  logFailure(deps, call, error);
  const fault = faultOf(error);
  if (!isRecorded(deps, call, error)) {
    measure(deps, call, fault);
    return error;
  }
  try {
    await countOnce(deps, call);
    const status = call.protocolStatus ?? error.entry.status;
    await recordOutcome(deps, call, error.code, status, fault);
    return error;
  } catch (thrown) {
    deps.log.error("call.not_recorded", { error: thrown });
    measure(deps, call, "platform");
    return error.code === "service_unavailable"
      ? error
      : new AppError("service_unavailable", { cause: thrown });
  }
}

/**
 * Above a number per minute a key's refusals are only counted. A call that ran is always recorded.
 */
function isRecorded({ refusals }: ExecuteDeps, call: Call, { code, entry }: AppError): boolean {
  // Its own record refused it.
  if (call.recorded && code === "quota_exceeded") return false;
  if (call.caller === null || entry.owner !== "client" || call.operationRequestId !== null) {
    return true;
  }
  return refusals.isRecorded(call.caller);
}

function logFailure(deps: ExecuteDeps, call: Call, error: AppError): void {
  const owner = faultOf(error);
  const fields = { tool_id: call.toolId, code: error.code, owner, cause: error.cause };
  if (owner === "client" || owner === "none") deps.log.info("call.refused", fields);
  if (owner === "upstream") deps.log.warn("call.failed", fields);
  if (owner === "platform" || owner === "config") deps.log.error("call.failed", fields);
}
