import {
  isOnRecord,
  recordLastCall,
  sourceOf,
  type CallRecord,
  recordCall,
} from "#lib/audit/index.ts";
import { actors } from "#lib/db/actors.ts";
import { AppError, type ErrorCode, type ErrorOwner } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Caller, CountedRefusals } from "#lib/limits/index.ts";
import { isPause } from "#lib/operator/index.ts";
import { changeRun, endRun, runOf, type Call } from "./call.ts";
import { quotaExceeded } from "./checks.ts";
import type { ExecuteDeps } from "./request.ts";

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
  if (call.caller !== null) endRun(call);
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
  const { caller, connectionId } = call;
  const run = runOf(call);
  const lastOf = run.cost?.lastOf ?? null;
  if (caller === null || connectionId === null || run.cost === null || lastOf === null) {
    return recordOutcome(deps, call, "ok", 200);
  }
  await recordCounted(deps);
  const row = nextRow(deps, call, caller, { outcome: "ok", httpStatus: 200 });
  const counted = { ...row, connectionId, countedIn: run.cost.periodo };
  const isCounted = await orUnavailable(call, row, recordLastCall(deps.db, counted, lastOf));
  // It is counted: whatever is recorded of it after this costs nothing more.
  endRun(call, { cost: null, idempotency: isCounted ? run.idempotency : null });
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
  const { newest } = call;
  const run = runOf(call);
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
  const { newest, state } = call;
  if (newest === null || newest.isHeard || newest.row.countedIn === null) return;
  if (state.is !== "running") return;
  if (await isOnRecord(db, newest.row)) changeRun(call, { cost: null });
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
  if (call.state.is === "recorded" && code === "quota_exceeded") return false;
  if (call.caller === null || entry.owner !== "client" || runOf(call).operationRequestId !== null) {
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

/** One summary row per caller and past minute for refusals that were only counted. */
async function recordCounted(deps: Pick<ExecuteDeps, "db" | "log" | "refusals">): Promise<void> {
  for (const counted of deps.refusals.takePast()) {
    await recordCall(deps.db, rowOf(counted)).catch((error: unknown) => {
      // The call that triggers this must not fail because of it: the next one writes the row.
      deps.refusals.putOff(counted);
      deps.log.warn("refusals.not_recorded", { error });
    });
  }
}

function rowOf({ caller, at, calls }: CountedRefusals): CallRecord {
  return {
    requestId: newId("req", at),
    organizationId: caller.organizationId,
    at,
    plane: "control",
    operation: "refusals.counted",
    operationRequestId: null,
    actor: actors.caller(caller),
    connectionId: null,
    outcome: "refused",
    httpStatus: null,
    latencyMs: 0,
    idempotency: null,
    traceLabel: null,
    clientLabel: null,
    countedIn: null,
    countedFor: [],
    source: null,
    calls,
  };
}
