import {
  OperationFailed,
  type ActCall,
  type LedgerContext,
  type OperationAnswer,
} from "#lib/ledger/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type { Call } from "./call.ts";
import type { Surface } from "./request.ts";

/** A call that does something under a key. */
export interface KeyedRun {
  call: Call;
  surface: Surface;
  idempotencyKey: string | null;
  /** Why the call must not start anything; it may then only be answered by its key. */
  whyNotNew: AppError | null;
}

/** The call as the ledger asks for it. */
export function keyedCall<Input>(
  { requestId }: Pick<LedgerContext, "requestId">,
  { call, idempotencyKey: key, whyNotNew }: KeyedRun,
  connectionId: string,
  input: Input,
): ActCall & { input: Input } {
  if (key === null) throw new TypeError("an act without a key");
  const operationRequestId = call.operationRequestId ?? requestId;
  return { toolId: call.toolId, connectionId, input, key, operationRequestId, whyNotNew };
}

/**
 * Runs what has a ledger of its own, and records on the call whether it was the first under its
 * key.
 */
export async function tellOfKey<T>(
  call: Call,
  work: () => Promise<Omit<OperationAnswer, "data"> & { data: T }>,
): Promise<T> {
  try {
    const answer = await work();
    tell(call, answer);
    return answer.data;
  } catch (error) {
    if (error instanceof OperationFailed) tell(call, error);
    throw error;
  }
}

/** A replay belongs to the first call's operation, and costs the connection no call. */
function tell(
  call: Call,
  { idempotency, operationRequestId }: Omit<OperationAnswer, "data">,
): void {
  call.idempotency = idempotency;
  call.operationRequestId = operationRequestId;
  if (idempotency === "replayed") call.countedIn = null;
}
