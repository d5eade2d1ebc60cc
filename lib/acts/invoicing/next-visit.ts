import { dayMs, hourMs, minuteMs } from "#lib/kernel/clock.ts";

/**
 * The first re-readings after a document was issued; then hourly for three days, daily for thirty.
 */
const firstMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs);

/** When to read the authority's answer on a document again; null after a month. */
export function nextVisit(issuedAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - issuedAt.getTime();
  const first = firstMs.find((afterMs) => afterMs > ageMs);
  if (first !== undefined) return new Date(issuedAt.getTime() + first);
  if (ageMs < 3 * dayMs) return new Date(now.getTime() + hourMs);
  return ageMs < 30 * dayMs ? new Date(now.getTime() + dayMs) : null;
}
