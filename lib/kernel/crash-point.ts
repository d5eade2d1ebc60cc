/** Where a test may kill the process. The list is the documentation of what can be torn apart. */
export type CrashPoint =
  | "idempotency.before_claim"
  | "idempotency.after_claim"
  | "idempotency.before_finish"
  | "idempotency.after_finish";

type Observer = (point: CrashPoint) => void;

let observe: Observer | null = null;

/** For tests alone: a fault test's child process kills itself in here. */
export function observeCrashPoints(observer: Observer): void {
  observe = observer;
}

export function crashPoint(point: CrashPoint): void {
  observe?.(point);
}
