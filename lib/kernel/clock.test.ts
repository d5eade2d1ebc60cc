import { expect, test } from "vitest";
import { dayMs, isRecent, minuteMs } from "./clock.ts";

test("what happened within the time is recent, and nothing else is", () => {
  const now = Date.UTC(2026, 10, 27, 12);
  const recent = (agoMs: number) => isRecent(now - agoMs, now, minuteMs);
  expect([recent(0), recent(minuteMs - 1), recent(minuteMs)]).toEqual([true, true, false]);
  expect(isRecent(-Infinity, now, minuteMs)).toBe(false);
  expect(isRecent(now, now, 0)).toBe(false);
});

test("what lies ahead is not: the clock was set back since", () => {
  const now = Date.UTC(2026, 10, 27, 12);
  expect([1, dayMs].map((aheadMs) => isRecent(now + aheadMs, now, minuteMs))).toEqual([
    false,
    false,
  ]);
});
