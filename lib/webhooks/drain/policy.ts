export interface DrainLimits {
  /** Attempts under way at once; those that hang cost a slot and little else. */
  concurrency: number;
  /** Of one endpoint. Not more than the sender has sockets for it. */
  perEndpoint: number;
  /** Lookup, connection, request and answer together. */
  attemptMs: number;
  /** After the last attempt: writing down and hanging up. */
  closingMs: number;
  /** How long a database may be away before the drain gives up. */
  outageMs: number;
}

export const drainLimits: DrainLimits = {
  concurrency: 128,
  perEndpoint: 4,
  attemptMs: 10_000,
  closingMs: 5_000,
  outageMs: 20_000,
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** After each failed attempt but the last, counted from its end. Minimums: a drain runs every minute. */
const waitsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs] as const;

export const maxAttempts = waitsMs.length + 1;

/** Null when the attempts are used up. */
export function nextAttemptAt(attempts: number, endedAt: Date): Date | null {
  const waitMs = waitsMs[attempts - 1];
  return waitMs === undefined ? null : new Date(endedAt.getTime() + waitMs);
}

export type Verdict = "delivered" | "retry" | "refused";

/** What a receiver's status means. A receiver that did not answer at all is `retry`. */
export function judgeStatus(status: number): Verdict {
  if (status >= 200 && status <= 299) return "delivered";
  if (status === 408 || status === 429 || status >= 500) return "retry";
  return "refused";
}

export function statusReason(status: number): string {
  const redirect = status >= 300 && status <= 399;
  return redirect ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}
