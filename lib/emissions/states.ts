import type { operations, preparations } from "./emissions.sql.ts";

export type OperationRow = typeof operations.$inferSelect;
export type PreparationRow = typeof preparations.$inferSelect;

/** How long a preview can be emitted. */
export const preparationMinutes = 15;
/** How long a call waits for the worker. */
export const waitSeconds = 25;
/** A preview that waited for so long is of no use to anybody. */
export const previewWaitSeconds = 60;
/** How long the answer under a key is given again. */
export const keptAnswerDays = 30;

/** Whether something that was asked for then is so old by now. */
export function isOlder(since: Date, seconds: number, now: Date): boolean {
  return now.getTime() - since.getTime() > seconds * 1000;
}

export function isOpen(state: string): boolean {
  return state === "queued" || state === "running" || state === "crossed";
}
