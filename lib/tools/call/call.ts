import type { CallRecord } from "#lib/audit/index.ts";
import { actors } from "#lib/db/actors.ts";
import type { Context } from "#lib/db/context.ts";
import type { Caller } from "#lib/limits/index.ts";
import { clientLabel, operationLabel, traceLabel } from "#lib/kernel/labels.ts";
import type { Surface, Tool } from "#lib/contract/index.ts";
import type { Rate } from "./authenticate.ts";
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
  /** Only the functions of this file move it. */
  state: CallState;
  /** Its newest row, and whether the database confirmed it: an unheard one may have been counted. */
  newest: { row: CallRecord; isHeard: boolean } | null;
}

type CallState =
  /** Its checks are going on: nothing has run, and it costs nobody anything. */
  | { readonly is: "checking" }
  | { readonly is: "running"; readonly run: Run }
  /** Its outcome is on record; a call that ran nothing has the run of nobody. */
  | { readonly is: "recorded"; readonly run: Run };

/** What its work says of a call. */
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
    state: { is: "checking" },
    newest: null,
  };
}

const nothingRan: Run = { operationRequestId: null, idempotency: null, cost: null };

/** Empty while it is checked. */
export function runOf({ state }: Call): Run {
  return state.is === "checking" ? nothingRan : state.run;
}

/** Its checks have passed: from now on it counts as one that ran, whatever its outcome. */
export function startRun(call: Call, operationRequestId: string | null): void {
  if (call.state.is !== "checking") throw new TypeError(`a call that is ${call.state.is} started`);
  call.state = { is: "running", run: { ...nothingRan, operationRequestId } };
}

/** Only what runs costs a call: a replay or a taken key does not. */
export function chargeFor(
  call: Call,
  { periodo, connectionIds = [], lastOf = null }: Pick<Cost, "periodo"> & Partial<Cost>,
): void {
  changeRun(call, { cost: { periodo, connectionIds, lastOf } });
}

/** A replay belongs to the first call's operation, and costs the connection no call. */
export function tellOfKey(
  call: Call,
  replay: { idempotency: "stored" | "replayed"; operationRequestId: string },
): void {
  const { idempotency, operationRequestId } = replay;
  const isReplay = idempotency === "replayed";
  changeRun(call, { idempotency, operationRequestId, ...(isReplay && { cost: null }) });
}

/** Its outcome is on record: nothing about it changes any more. */
export function endRun(call: Call, change: Partial<Run> = {}): void {
  call.state = { is: "recorded", run: { ...runOf(call), ...change } };
}

export function changeRun(call: Call, change: Partial<Run>): void {
  if (call.state.is !== "running")
    throw new TypeError(`a call that is ${call.state.is} was changed`);
  call.state = { is: "running", run: { ...call.state.run, ...change } };
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
