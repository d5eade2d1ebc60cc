import * as fc from "fast-check";
import { expect, test } from "vitest";
import { idPattern, newId } from "./ids.ts";

const instant = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });

test("has its prefix and 26 characters that cannot be misread", () => {
  fc.assert(fc.property(instant, (at) => idPattern("conn").test(newId("conn", at))));
  expect(newId("req", new Date(0))).toMatch(/^req_0000000000[0-9a-hjkmnp-tv-z]{16}$/);
});

test("sorts as its instants do", () => {
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      fc.pre(one.getTime() < other.getTime());
      return newId("sjb", one) < newId("sjb", other);
    }),
  );
});

test("carries its instant to the millisecond", () => {
  // 1_700_000_000_000 in base 32, worked out by hand: 01 hf 7y at 00.
  expect(newId("org", new Date(1_700_000_000_000)).slice(0, 14)).toBe("org_01hf7yat00");
});

test("is not repeated within one millisecond", () => {
  const now = new Date();
  const ids = new Set(Array.from({ length: 20_000 }, () => newId("key", now)));
  expect(ids.size).toBe(20_000);
});

test("uses every letter of its alphabet at every random position", () => {
  const ids = Array.from({ length: 4_000 }, () => newId("cs", new Date(0)));
  const letters = Array.from(
    { length: 16 },
    (_, at) => new Set(ids.map((id) => id.charAt(13 + at))),
  );
  expect(letters.map(({ size }) => size)).toEqual(Array(16).fill(32));
});

test.each([
  "conn_",
  "conn_0",
  "CONN_00000000000000000000000000",
  "conn_0000000000000000000000000i",
])("%s is no id", (text) => expect(idPattern("conn").test(text)).toBe(false));
