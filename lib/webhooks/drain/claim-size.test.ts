import { expect, test } from "vitest";
import { ClaimSize } from "./claim-size.ts";

function ended(size: ClaimSize, count: number): void {
  for (let n = 0; n < count; n++) size.ended();
}

test("nothing is claimed ahead before anything has ended, nor while receivers hang", () => {
  const size = new ClaimSize();
  expect(size.next(0)).toBe(0);
  ended(size, 200);
  expect(size.next(0)).toBe(640);
  expect(size.next(0)).toBe(0);
});

test("a claim brings at most four times what has ended since the last one", () => {
  const size = new ClaimSize();
  ended(size, 5);
  expect(size.next(10)).toBe(20);
});

test("waiting and claimed ones together never exceed the maximum", () => {
  const size = new ClaimSize();
  ended(size, 1_000);
  expect(size.next(200)).toBe(440);
  ended(size, 1_000);
  expect(size.next(700)).toBe(0);
});

test("a claim is due when many have ended and few are left waiting", () => {
  const size = new ClaimSize();
  ended(size, 63);
  expect(size.isDue(0)).toBe(false);
  ended(size, 1);
  expect([size.isDue(480), size.isDue(481)]).toEqual([true, false]);
});

test("fewer are claimed ahead when some waited in vain, and more again whenever none is left", () => {
  const size = new ClaimSize();
  size.wasTooMany();
  const next = (waiting: number) => {
    ended(size, 1_000);
    return size.next(waiting);
  };
  expect([next(1), next(0), next(0), next(0), next(0), next(0), next(0)]).toEqual([
    31, 64, 128, 256, 512, 640, 640,
  ]);
});
