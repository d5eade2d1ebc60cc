import { AppError, asAppError } from "#lib/kernel/errors/index.ts";

/** Read by the sync worker. */
export const syncKinds = ["sync", "verify", "link"] as const;
/**
 * What the ledger asks of a portal, read by the emission worker from a queue of its own. `live` is for a
 * caller who waits: its answer is kept until that one reads it.
 */
export const ledgerKinds = ["preview", "emission", "reconcile", "pdf", "live", "closing"] as const;
export const jobKinds = [...syncKinds, ...ledgerKinds] as const;
export type JobKind = (typeof jobKinds)[number];

/** Systems without a session: their jobs are in no other one's way. */
export const sessionless: readonly string[] = ["correo", "facturacion"];

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
