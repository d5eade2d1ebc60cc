import type { syncJobs } from "./sync.sql.ts";

export type JobRow = typeof syncJobs.$inferSelect;
export type JobStatus = "queued" | "running" | "succeeded" | "failed" | "canceled";
export type JobKind = "sync" | "verify" | "link";
export type Trigger = "manual" | "scheduled" | "link";

export const maxAttempts = 3;

/** Pauses before the second and the third attempt. */
const retryPauseSeconds = [5, 20] as const;

export function pauseAfter(attempts: number): number {
  return retryPauseSeconds[attempts - 1] ?? 60;
}

/** No portal keeps a session longer that nobody uses: a dead worker's stands in the way until then. */
export const leftSessionSeconds = 660;

/** How soon a job looks again whether its connection and its login are free. */
export const busyRetrySeconds = 3;

/** Renewed while the worker lives; when it ends, somebody else may take the job over. */
export const leaseSeconds = 60;

export function isFinal(status: string): boolean {
  return status === "succeeded" || status === "failed" || status === "canceled";
}
