import { AppError, asAppError } from "#lib/kernel/errors/index.ts";

/** Once the worker's time is over, that is what went wrong, whatever broke because of it. */
export function failureOf(thrown: unknown, signal: AbortSignal): AppError {
  return signal.aborted ? new AppError("timeout", { cause: thrown }) : asAppError(thrown);
}
