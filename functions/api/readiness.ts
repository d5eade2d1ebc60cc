import { setTimeout as delay } from "node:timers/promises";
import { isRecent, type Clock } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Log } from "#lib/kernel/log.ts";

export interface ReadinessCheck {
  name: string;
  /** Throws `service_unavailable` if the part it checks is unreachable. */
  run(): Promise<void>;
}

const checkTimeoutMs = 3_000;
const sharedForMs = 1_000;

/** The names of the checks that failed; each gets the same short time. */
export async function failedChecks(checks: readonly ReadinessCheck[], log: Log): Promise<string[]> {
  const passed = await Promise.all(checks.map((check) => passes(check, log)));
  return checks.filter((_check, index) => passed[index] !== true).map(({ name }) => name);
}

/**
 * Everybody who asks within a second of a check's start gets its answer: strangers cause no more than
 * one a second, and a failure stays hidden no longer than that.
 */
export function sharedChecks(
  clock: Clock,
  check: () => Promise<string[]>,
): () => Promise<string[]> {
  let last: { at: number; failed: Promise<string[]> } | null = null;
  return () => {
    const now = clock.now().getTime();
    const isFresh = last !== null && isRecent(last.at, now, sharedForMs);
    if (last === null || !isFresh) last = { at: now, failed: check() };
    return last.failed;
  };
}

async function passes(check: ReadinessCheck, log: Log): Promise<boolean> {
  const timer = new AbortController();
  try {
    await Promise.race([check.run(), late(timer.signal)]);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "service_unavailable") throw error;
    log.warn("readiness.check_failed", { check: check.name, cause: error.cause });
    return false;
  } finally {
    timer.abort();
  }
}

async function late(signal: AbortSignal): Promise<never> {
  await delay(checkTimeoutMs, undefined, { signal });
  throw new AppError("service_unavailable");
}
