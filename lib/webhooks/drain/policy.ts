import { hourMs, minuteMs } from "#lib/kernel/clock.ts";

const secondMs = 1_000;

/**
 * After each failed attempt but the last, counted from its end. Minimums: a drain runs every
 * minute.
 */
export const waitsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs] as const;
export const maxDeliveryAttempts = waitsMs.length + 1;

/** This many consecutive deliveries that finally failed disable their endpoint. */
export const failuresToDisable = 5;

/** Longer than an attempt and its recording: a claim that outlasts it sent nothing twice. */
export const leaseMs = minuteMs;
/**
 * How long a claimed delivery may wait for a slot. Far less than a lease: its attempt needs that.
 */
export const holdMs = 3 * secondMs;

export interface DrainLimits {
  /** Concurrent attempts, apart from those that hang. */
  concurrency: number;
  /** How many more may hang; a function's sockets are limited. */
  mostHanging: number;
  /** Per endpoint. Not more than the sender has sockets for it. */
  perEndpoint: number;
  /** For lookup, connection, request and answer together. */
  attemptMs: number;
  /** After the last attempt: for recording and closing connections. */
  closingMs: number;
  /** How long the database may be unavailable before the drain gives up. */
  outageMs: number;
}

export const drainLimits: DrainLimits = {
  concurrency: 128,
  mostHanging: 384,
  perEndpoint: 4,
  attemptMs: 10 * secondMs,
  closingMs: 5 * secondMs,
  outageMs: 20 * secondMs,
};

/** An attempt without an answer for so long gives up its slot, but goes on. */
export const hangsAfterMs = secondMs;

/** When a drain claims, and how many deliveries. Statements cost time, and so do empty slots. */
export const claiming = {
  /** How often a working drain asks which endpoints have something due. */
  pollEveryMs: 200,
  /** This many free slots are worth a claim; fewer are filled at this interval. */
  freeSlots: 32,
  fillEveryMs: 20,
  /** How long a slot must be free before it is used for an additional connection. */
  connectAfterMs: 50,
  /** For an endpoint that answers promptly, this many times its concurrency may be claimed. */
  roundsOfPrompt: 2,
  /** Deliveries claimed for slots that are not free yet: at least, and at most. */
  fewestAhead: 32,
  mostAhead: 640,
  /** At most this many times what has ended since the last claim. */
  aheadOfEnded: 4,
  /** While some are ahead, a claim waits until this many have ended. */
  endedBetween: 64,
} as const;

/** Results are recorded together: at once when there are enough, otherwise after a while. */
export const recording = { enough: 250, most: 500, collectMs: 50 } as const;

/** Between two tries while the database is unavailable; doubled each time. */
export const outagePauses = { firstMs: 50, longestMs: secondMs } as const;

/** Null when the attempts are used up. */
export function nextAttemptAt(attempts: number, endedAt: Date): Date | null {
  const waitMs = waitsMs[attempts - 1];
  return waitMs === undefined ? null : new Date(endedAt.getTime() + waitMs);
}

export type Verdict = "delivered" | "retry" | "refused";

/** What a receiver's status means. No answer at all means `retry`. */
export function judgeStatus(status: number): Verdict {
  if (status >= 200 && status <= 299) return "delivered";
  if (status === 408 || status === 429 || status >= 500) return "retry";
  return "refused";
}

/**
 * The statuses that receivers return for a signature they cannot verify. Other refusals have other
 * causes.
 */
export function mayDoubtSignature(status: number | null): boolean {
  return status === 400 || status === 401 || status === 403;
}

export function statusReason(status: number): string {
  const redirect = status >= 300 && status <= 399;
  return redirect ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}
