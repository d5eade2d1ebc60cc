import { AppError, asAppError } from "#lib/kernel/errors/index.ts";

/** Read by the sync worker. */
export const syncKinds = ["sync", "verify", "link"] as const;
/**
 * What the ledger asks of a portal; the emission worker reads these from its own queue. `live` is
 * for a caller who waits: its answer is stored until that caller reads it.
 */
export const ledgerKinds = ["preview", "emission", "reconcile", "pdf", "live", "closing"] as const;
export const jobKinds = [...syncKinds, ...ledgerKinds] as const;
export type JobKind = (typeof jobKinds)[number];

/** Systems without login sessions: their jobs never block one another. */
export const sessionless: readonly string[] = ["correo", "facturacion"];

export const maxAttempts = 3;

/** Pauses before the second and the third attempt. */
const retryPauseSeconds = [5, 20] as const;

export function pauseAfter(attempts: number): number {
  return retryPauseSeconds[attempts - 1] ?? 60;
}

/** No portal keeps an idle session longer: until then a dead worker's blocks the login. */
export const leftSessionSeconds = 660;

/** How soon a job checks again whether its connection and its login are free. */
export const busyRetrySeconds = 3;

/** Renewed while the worker lives; when it expires, another worker may take the job over. */
export const leaseSeconds = 60;

/**
 * Once the worker's time is over, that is the failure, whatever broke because of it. Only what the
 * driver itself found out, and would find out again, takes precedence.
 */
export function failureOf(thrown: unknown, signal: AbortSignal): AppError {
  if (!signal.aborted) return asAppError(thrown);
  if (thrown instanceof AppError && !thrown.entry.retry) return thrown;
  return new AppError("timeout", { cause: thrown });
}
