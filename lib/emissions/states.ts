import type { operations, preparations } from "./emissions.sql.ts";

export type OperationRow = typeof operations.$inferSelect;
export type PreparationRow = typeof preparations.$inferSelect;

export type OperationState =
  | "queued"
  | "running"
  /** Past the barrier: the document may be out. */
  | "crossed"
  | "emitted"
  | "rejected"
  | "unknown"
  /** Ended before anything happened outside: its key is as good as new. */
  | "released";

export const preparationMinutes = 15;
/** How long a call waits for the worker. */
export const waitSeconds = 25;
export const keptAnswerDays = 30;

export function isOpen(state: string): boolean {
  return state === "queued" || state === "running" || state === "crossed";
}
