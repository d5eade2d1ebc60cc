const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** After each failed attempt but the last, counted from its end. Minimums: a drain runs every minute. */
export const waitsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs] as const;
export const maxAttempts = waitsMs.length + 1;

/** So many deliveries in a row that failed for good disable their endpoint. */
export const failuresToDisable = 5;

/** Longer than an attempt and the recording of it: a claim that outlives it sent nothing twice. */
export const leaseMs = minuteMs;
/** How long a claimed delivery may wait for a slot. Far less than a lease: its attempt needs that. */
export const holdMs = 3 * secondMs;

export interface DrainLimits {
  /** Attempts under way at once; those that hang cost a slot and little else. */
  concurrency: number;
  /** Of one endpoint. Not more than the sender has sockets for it. */
  perEndpoint: number;
  /** Lookup, connection, request and answer together. */
  attemptMs: number;
  /** After the last attempt: recording and hanging up. */
  closingMs: number;
  /** How long a database may be unavailable before the drain gives up. */
  outageMs: number;
}

export const drainLimits: DrainLimits = {
  concurrency: 128,
  perEndpoint: 4,
  attemptMs: 10 * secondMs,
  closingMs: 5 * secondMs,
  outageMs: 20 * secondMs,
};

/** When and for how many deliveries a drain asks. Statements cost, and so does an empty slot. */
export const claiming = {
  /** How often a drain that has work asks which endpoints have something due. */
  pollEveryMs: 200,
  /** Free slots that are worth a claim; fewer are filled at this pace. */
  freeSlots: 32,
  fillEveryMs: 20,
  /** So long at least a slot is free before it is used for another connection next to those in use. */
  connectAfterMs: 50,
  /** Of an endpoint that answers in time, so many times what it may have under way may be claimed. */
  roundsOfPrompt: 2,
  /** Deliveries claimed for slots that are not free yet: at least, at most. */
  fewestAhead: 32,
  mostAhead: 640,
  /** Not more of them than so many times what has ended since the last claim. */
  aheadOfEnded: 4,
  /** While some are ahead, a claim waits until so many have ended. */
  endedBetween: 64,
} as const;

/** Results are recorded together: at once when there are enough, else after a while. */
export const recording = { enough: 250, most: 500, collectMs: 50 } as const;

/** Between two tries while the database is unavailable, doubled each time. */
export const outagePauses = { firstMs: 50, longestMs: secondMs } as const;

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

/** What receivers answer to a signature that they cannot verify. Of any other refusal it is not the cause. */
export function mayDoubtSignature(status: number | null): boolean {
  return status === 400 || status === 401 || status === 403;
}

export function statusReason(status: number): string {
  const redirect = status >= 300 && status <= 399;
  return redirect ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}
