/** Where a test may kill the process. The list documents what can be interrupted. */
export type CrashPoint =
  | "idempotency.before_claim"
  | "idempotency.after_claim"
  | "idempotency.before_finish"
  | "idempotency.after_finish"
  | "sync.after_claim"
  | "sync.before_login"
  | "sync.before_outcome"
  | "sync.after_login"
  | "sync.before_store"
  | "sync.before_store_commit"
  | "sync.after_store"
  | "sync.before_logout"
  | "sync.after_logout"
  | "sync.before_end"
  | "sync.after_end"
  | "emission.before_claim"
  | "emission.after_claim"
  | "emission.before_login"
  | "emission.before_outcome"
  | "emission.after_login"
  | "emission.before_barrier"
  | "emission.after_barrier"
  | "emission.after_send"
  | "emission.before_logout"
  | "emission.after_logout"
  | "emission.before_record"
  | "emission.after_record"
  | "erasure.after_piece"
  | "folder.after_generate"
  | "folder.after_fetch"
  | "folder.after_revoke"
  | "mail.after_draft"
  | "tokens.before_ask"
  | "tokens.before_commit"
  | "tokens.after_commit"
  | "webhooks.after_claim"
  | "webhooks.before_send"
  | "webhooks.after_send"
  | "webhooks.before_record"
  | "webhooks.after_record";

type Observer = (point: CrashPoint) => void;

let observe: Observer | null = null;

/** For tests only: a fault test's child process kills itself in here. */
export function observeCrashPoints(observer: Observer): void {
  observe = observer;
}

export function crashPoint(point: CrashPoint): void {
  observe?.(point);
}
