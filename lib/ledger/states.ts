import { documentKinds } from "#lib/contract/index.ts";

/** Everything that is done once; each kind belongs to one act. */
export const operationKinds = [
  ...documentKinds,
  "honorarios",
  "honorarios_anulacion",
  "carpeta",
  "correo",
] as const;
export type OperationKind = (typeof operationKinds)[number];

export const operationStates = [
  "queued",
  "running",
  /** Past the barrier: it may have been sent. */
  "crossed",
  "done",
  "rejected",
  "unknown",
  /** Ended before anything happened outside: its key may be used again. */
  "released",
] as const;
export type OperationState = (typeof operationStates)[number];

/** Past the barrier without an end: it may have been done. */
export const undecidedStates: OperationState[] = ["crossed", "unknown"];

/** How long a preview can be used. */
export const preparationMinutes = 15;
/** A preview that waited this long is of no use to anybody. */
export const previewWaitSeconds = 60;

/** Whether something is this old by now. */
export function isOlder(since: Date, seconds: number, now: Date): boolean {
  return now.getTime() - since.getTime() > seconds * 1000;
}

export function isOpen(state: OperationState): boolean {
  return state === "queued" || state === "running" || state === "crossed";
}
