import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "#lib/kernel/errors/index.ts";
import { outagePauses } from "./policy.ts";

/**
 * Repeats work for a while when the database is unavailable. Only for work that is safe to repeat.
 */
export async function throughOutage<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + limitMs;
  let pauseMs: number = outagePauses.firstMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isOutage = error instanceof AppError && error.code === "service_unavailable";
      if (!isOutage || performance.now() + pauseMs > until) throw error;
    }
    await pause(pauseMs);
    pauseMs = Math.min(2 * pauseMs, outagePauses.longestMs);
  }
}
