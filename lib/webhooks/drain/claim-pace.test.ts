import { expect, test } from "vitest";
import { ClaimPace } from "./claim-pace.ts";

function ended(pace: ClaimPace, count: number): void {
  for (let n = 0; n < count; n++) pace.ended();
}

test("nothing is held before anything has ended, nor while receivers hang", () => {
  const pace = new ClaimPace();
  expect(pace.next(0)).toBe(0);
  ended(pace, 100);
  expect(pace.next(0)).toBe(320);
  expect(pace.next(0)).toBe(0);
});

test("a claim brings no more than four times what has ended since the last one", () => {
  const pace = new ClaimPace();
  ended(pace, 5);
  expect(pace.next(10)).toBe(20);
});

test("what is held and what is claimed are no more than the most", () => {
  const pace = new ClaimPace();
  ended(pace, 1_000);
  expect(pace.next(200)).toBe(120);
  ended(pace, 1_000);
  expect(pace.next(400)).toBe(0);
});

test("a claim is due when many have ended and the held ones run low", () => {
  const pace = new ClaimPace();
  ended(pace, 63);
  expect(pace.isDue(0)).toBe(false);
  ended(pace, 1);
  expect([pace.isDue(240), pace.isDue(241)]).toEqual([true, false]);
});

test("fewer are held when some waited in vain, and more again each time that none is left", () => {
  const pace = new ClaimPace();
  pace.tooMany();
  const next = (held: number) => {
    ended(pace, 1_000);
    return pace.next(held);
  };
  expect([next(1), next(0), next(0), next(0), next(0), next(0)]).toEqual([
    31, 64, 128, 256, 320, 320,
  ]);
});
