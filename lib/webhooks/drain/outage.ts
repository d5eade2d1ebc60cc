import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../kernel/errors/index.ts";

const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** Repeats what a database that is away refuses, for so long. Only for what may be sent twice. */
export async function throughOutage<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + limitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof AppError && error.code === "service_unavailable";
      if (!isAway || performance.now() + pauseMs > until) throw error;
    }
    await pause(pauseMs);
  }
}
