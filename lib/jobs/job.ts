import type { syncJobs } from "./jobs.sql.ts";

export type JobRow = typeof syncJobs.$inferSelect;
export type JobStatus = "queued" | "running" | "succeeded" | "failed" | "canceled";
/** Read by the sync worker. */
export const syncKinds = ["sync", "verify", "link"] as const;
/** Work in a portal's invoicer, read by the emission worker from a queue of its own. */
export const invoicerKinds = ["preview", "emission", "reconcile", "pdf"] as const;
export type InvoicerKind = (typeof invoicerKinds)[number];
export type JobKind = (typeof syncKinds)[number] | InvoicerKind;
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
