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
