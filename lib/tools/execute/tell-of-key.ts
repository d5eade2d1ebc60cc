import { OperationFailed, type OperationAnswer } from "#lib/ledger/index.ts";
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
