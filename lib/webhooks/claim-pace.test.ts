import { expect, test } from "vitest";
import { ClaimPace } from "./claim-pace.ts";

function ended(pace: ClaimPace, count: number): void {
  for (let n = 0; n < count; n++) pace.ended();
}

test("nothing is held before anything has ended, nor while receivers hang", () => {
  const pace = new ClaimPace();
  expect(pace.next(0)).toBe(0);
  ended(pace, 100);
  expect(pace.next(0)).toBeGreaterThan(0);
  expect(pace.next(0)).toBe(0);
});

test("no more is held than four times what has ended since the last claim", () => {
  const pace = new ClaimPace();
  ended(pace, 5);
  expect(pace.next(0)).toBe(20);
});

test("fewer are held when most of them are left, and more again when none is", () => {
  const pace = new ClaimPace();
  const next = (held: number) => {
    ended(pace, 1_000);
    return pace.next(held);
  };
  expect([next(128), next(64), next(64), next(0), next(0), next(0)]).toEqual([
    64, 32, 32, 64, 128, 128,
  ]);
});
