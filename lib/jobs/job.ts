import { AppError, asAppError } from "#lib/kernel/errors/index.ts";

/** Read by the sync worker. */
export const syncKinds = ["sync", "verify", "link"] as const;
/** Work in a portal's invoicer, read by the emission worker from a queue of its own. */
export const invoicerKinds = ["preview", "emission", "reconcile", "pdf"] as const;
export const jobKinds = [...syncKinds, ...invoicerKinds] as const;
export type JobKind = (typeof jobKinds)[number];

export const maxAttempts = 3;

/** Pauses before the second and the third attempt. */
const retryPauseSeconds = [5, 20] as const;

export function pauseAfter(attempts: number): number {
  return retryPauseSeconds[attempts - 1] ?? 60;
}

/** No portal keeps an idle session longer: until then a dead worker's blocks the login. */
export const leftSessionSeconds = 660;

/** How soon a job looks again whether its connection and its login are free. */
export const busyRetrySeconds = 3;

/** Renewed while the worker lives; when it ends, another worker may take the job over. */
export const leaseSeconds = 60;

/**
 * Once the worker's time is over, that is what went wrong, whatever broke because of it. Only what
 * the driver itself found out, and would find again, is worth more.
 */
export function failureOf(thrown: unknown, signal: AbortSignal): AppError {
  if (!signal.aborted) return asAppError(thrown);
  if (thrown instanceof AppError && !thrown.entry.retry) return thrown;
  return new AppError("timeout", { cause: thrown });
}
