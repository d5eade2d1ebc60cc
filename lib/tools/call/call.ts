import { actors } from "#lib/db/actors.ts";
import type { Context } from "#lib/db/context.ts";
import { isOnRecord, recordLastCall, sourceOf, type CallRecord } from "#lib/audit/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import { isPause } from "#lib/operator/index.ts";
import { AppError, type ErrorCode, type ErrorOwner } from "#lib/kernel/errors/index.ts";
import { clientLabel, operationLabel, traceLabel } from "#lib/kernel/labels.ts";
import type { Tool, Surface } from "#lib/contract/index.ts";
import type { Rate } from "./authenticate.ts";
import { quotaExceeded } from "./checks.ts";
import { recordCounted } from "./record-counted.ts";
import type { ExecuteDeps, ToolRequest } from "./request.ts";

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
  /** The status that was answered, where a protocol writes the answer itself. */
  protocolStatus: number | null;
  /** `checking` until its work starts, `recorded` once its outcome is on record: then it is final. */
  state: "checking" | "running" | "recorded";
  /** What its work says of it; empty while it is checked. */
  run: Run;
  /** Its newest row, and whether the database confirmed it: an unheard one may have been counted. */
  newest: { row: CallRecord; isHeard: boolean } | null;
}

interface Run {
  readonly operationRequestId: string | null;
  readonly idempotency: "stored" | "replayed" | null;
  readonly cost: Cost | null;
}

/** What running costs: a call, in this month. A replay costs none, and nothing is counted twice. */
interface Cost {
  readonly periodo: string;
  /** The connections that it counts for, where it named several. */
  readonly connectionIds: readonly string[];
  /** The quota that its count must stay within, when it may be one of the last calls. */
  readonly lastOf: number | null;
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
    protocolStatus: null,
    state: "checking",
    run: { operationRequestId: null, idempotency: null, cost: null },
    newest: null,
  };
}

/** Its checks have passed: from now on it counts as one that ran, whatever its outcome. */
export function startRun(call: Call, operationRequestId: string | null): void {
  moveRun(call, "checking", { ...call.run, operationRequestId });
  call.state = "running";
}

/** Only what runs costs a call: a replay or a taken key does not. */
export function chargeFor(
  call: Call,
  { periodo, connectionIds = [], lastOf = null }: Pick<Cost, "periodo"> & Partial<Cost>,
): void {
  moveRun(call, "running", { ...call.run, cost: { periodo, connectionIds, lastOf } });
}

/** A replay belongs to the first call's operation, and costs the connection no call. */
export function tellOfKey(
  call: Call,
  {
    idempotency,
    operationRequestId,
  }: { idempotency: "stored" | "replayed"; operationRequestId: string },
): void {
  const cost = idempotency === "replayed" ? null : call.run.cost;
  moveRun(call, "running", { idempotency, operationRequestId, cost });
}

function moveRun(call: Call, from: Call["state"], run: Run): void {
  if (call.state !== from) throw new TypeError(`a call that is ${call.state} and not ${from}`);
  call.run = run;
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
  if (call.caller !== null) call.state = "recorded";
  measure(deps, call, owner);
}

/** Who is to blame for a failure; "none" for operator pauses, so that no alarm rings. */
type Fault = ErrorOwner | "none";

const faultOf = (error: AppError): Fault => (isPause(error) ? "none" : error.entry.owner);

function measure(deps: ExecuteDeps, call: Call, owner: Fault): void {
  const { plane } = call;
  deps.log.measure("call", { plane, owner, Calls: 1, CallLatency: call.elapsedMs() });
}

/**
 * Records a successful call. Parallel calls may have been counted first: then this was one too many
 * for its connection's quota, and is refused by its own record.
 */
export async function recordSuccess(deps: ExecuteDeps, call: Call): Promise<void> {
  const { caller, connectionId, run } = call;
  const lastOf = run.cost?.lastOf ?? null;
  if (caller === null || connectionId === null || run.cost === null || lastOf === null) {
    return recordOutcome(deps, call, "ok", 200);
  }
  const row = nextRow(deps, call, caller, { outcome: "ok", httpStatus: 200 });
  const counted = { ...row, connectionId, countedIn: run.cost.periodo };
  const isCounted = await orUnavailable(call, row, recordLastCall(deps.db, counted, lastOf));
  call.state = "recorded";
  // It is counted: whatever is recorded of it after this costs nothing more.
  call.run = { ...run, cost: null, idempotency: isCounted ? run.idempotency : null };
  if (!isCounted) throw quotaExceeded(caller, connectionId, deps.clock.now());
  measure(deps, call, "none");
}

async function record(
  deps: ExecuteDeps,
  call: Call,
  outcome: string,
  httpStatus: number | null,
): Promise<void> {
  if (call.caller === null) return;
  const row = nextRow(deps, call, call.caller, { outcome, httpStatus });
  await orUnavailable(call, row, deps.callRecords.add(deps.db, row));
}

function nextRow(
  { secret, clock }: ExecuteDeps,
  call: Call,
  caller: Caller,
  { outcome, httpStatus }: Pick<CallRecord, "outcome" | "httpStatus">,
): CallRecord {
  const { run, newest } = call;
  return {
    requestId: call.requestId,
    organizationId: caller.organizationId,
    at: laterThan(newest?.row.at ?? null, clock.now()),
    plane: call.plane,
    operation: call.toolId,
    operationRequestId: run.operationRequestId,
    actor: actors.caller(caller),
    connectionId: call.connectionId,
    outcome,
    httpStatus,
    latencyMs: call.elapsedMs(),
    idempotency: run.idempotency,
    traceLabel: call.traceLabel,
    clientLabel: call.clientLabel,
    countedIn: run.cost?.periodo ?? null,
    countedFor: run.cost?.connectionIds ?? [],
    source: call.address === null ? null : sourceOf(secret, call.address),
  };
}

/**
 * The newest row of a call wins, so a later row must have a later instant even if the clock went
 * back.
 */
function laterThan(before: Date | null, now: Date): Date {
  return before === null || now > before ? now : new Date(before.getTime() + 1);
}

/** Whatever kept the row out, the caller gets the same error: nothing is answered unaudited. */
async function orUnavailable<T>(call: Call, row: CallRecord, recorded: Promise<T>): Promise<T> {
  call.newest = { row, isHeard: false };
  try {
    const answer = await recorded;
    call.newest = { row, isHeard: true };
    return answer;
  } catch (thrown) {
    throw new AppError("service_unavailable", { cause: thrown });
  }
}

/** The connection may be lost after the commit: what was counted is not counted again. */
async function countOnce({ db }: ExecuteDeps, call: Call): Promise<void> {
  const { newest, run } = call;
  if (newest === null || newest.isHeard || newest.row.countedIn === null) return;
  if (await isOnRecord(db, newest.row)) call.run = { ...run, cost: null };
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
  if (call.state === "recorded" && code === "quota_exceeded") return false;
  if (call.caller === null || entry.owner !== "client" || call.run.operationRequestId !== null) {
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

/** The caller's own context. */
export function contextOf(deps: ExecuteDeps, call: Call, caller: Caller): Context {
  return {
    db: deps.db,
    clock: deps.clock,
    log: deps.log,
    organization: { id: caller.organizationId },
    actor: actors.caller(caller),
    requestId: call.requestId,
  };
}
