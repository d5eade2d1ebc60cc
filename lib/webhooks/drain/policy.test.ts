import { expect, test } from "vitest";
import {
  drainLimits,
  judgeStatus,
  maxDeliveryAttempts,
  nextAttemptAt,
  statusReason,
} from "./policy.ts";

test.each([
  [200, "delivered"],
  [201, "delivered"],
  [299, "delivered"],
  [300, "refused"],
  [304, "refused"],
  [399, "refused"],
  [400, "refused"],
  [401, "refused"],
  [403, "refused"],
  [404, "refused"],
  [407, "refused"],
  [408, "retry"],
  [409, "refused"],
  [422, "refused"],
  [428, "refused"],
  [429, "retry"],
  [430, "refused"],
  [499, "refused"],
  [500, "retry"],
  [599, "retry"],
])("%i is %s", (status, verdict) => expect(judgeStatus(status)).toBe(verdict));

test("a reason is our own text and the status, nothing else", () => {
  expect(statusReason(307)).toBe("answered 307: redirects are not followed");
  expect(statusReason(410)).toBe("answered 410");
});

test("the waits are 1 m, 5 m, 30 m, 2 h and 6 h, and the sixth attempt is the last", () => {
  const at = new Date("2027-01-01T00:00:00.000Z");
  const waits = [1, 2, 3, 4, 5].map((attempts) => {
    const next = nextAttemptAt(attempts, at);
    return ((next?.getTime() ?? 0) - at.getTime()) / 60_000;
  });
  expect(waits).toEqual([1, 5, 30, 120, 360]);
  expect(nextAttemptAt(6, at)).toBeNull();
  expect(maxDeliveryAttempts).toBe(6);
});

test("a receiver has 10 seconds to answer", () => expect(drainLimits.attemptMs).toBe(10_000));
