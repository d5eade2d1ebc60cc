import { ConnectError, ConnectNoAnswer } from "./errors.ts";
import type { Runtime } from "./options.ts";

export const attempts = 3;
const firstPauseMs = 500;
export const longestPauseMs = 8_000;
/** Nobody expects a call to pause for longer: beyond this the caller decides. */
const longestRetryAfterSeconds = 120;

/** How long to pause before the next attempt of a GET, or null to give up. */
export function pauseBefore(
  attempt: number,
  thrown: unknown,
  random: Runtime["random"],
): number | null {
  if (attempt > attempts || !canPass(thrown)) return null;
  const { retryAfter } = thrown;
  if (retryAfter !== null) {
    return retryAfter > longestRetryAfterSeconds ? null : retryAfter * 1000;
  }
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 2));
  return longest / 2 + (longest / 2) * random();
}

/** Whether the same request may succeed later. */
function canPass(thrown: unknown): thrown is ConnectError | ConnectNoAnswer {
  if (thrown instanceof ConnectError) return thrown.retryable;
  if (!(thrown instanceof ConnectNoAnswer)) return false;
  return thrown.reason !== "not_an_answer" || [429, 502, 503, 504].includes(thrown.status ?? 0);
}

/** `Retry-After` in seconds; the header may also be a date. */
export function retryAfterOf(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
