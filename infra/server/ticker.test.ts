import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hourMs, minuteMs } from "#lib/kernel/clock.ts";
import { readableLog } from "#tests/support/log.ts";
import { startTicker } from "./ticker.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** A task of every minute, on a machine whose clock can be set to anything. */
async function ticking() {
  let now = Date.UTC(2026, 10, 27, 12);
  let runs = 0;
  const run = async () => void (runs += 1);
  const { log } = readableLog();
  const task = { name: "deliveries", everyMs: minuteMs, run };
  const ticker = startTicker(task, { now: () => new Date(now) }, log);
  return {
    ticker,
    /** How often it ran by the next check, after the clock jumped. */
    runsAfter: async (jumpMs: number): Promise<number> => {
      now += jumpMs;
      await vi.advanceTimersByTimeAsync(1_000);
      return runs;
    },
  };
}

test("a task runs at once, and then at its interval", async () => {
  const { ticker, runsAfter } = await ticking();
  expect(await runsAfter(0)).toBe(1);
  expect(await runsAfter(minuteMs - 1)).toBe(1);
  expect(await runsAfter(1)).toBe(2);
  await ticker.stop();
});

test("a clock that is set back does not stop the task until it has caught up", async () => {
  const { ticker, runsAfter } = await ticking();
  expect(await runsAfter(0)).toBe(1);
  expect(await runsAfter(-hourMs)).toBe(2);
  expect(await runsAfter(minuteMs - 1)).toBe(2);
  expect(await runsAfter(1)).toBe(3);
  await ticker.stop();
});
