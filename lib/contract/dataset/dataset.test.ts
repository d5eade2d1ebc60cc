import * as fc from "fast-check";
import { expect, test } from "vitest";
import { prefixRange } from "./dataset.ts";

// Whole characters only, as the check on callers' texts ensures.
const text = fc.string({ unit: "binary", maxLength: 12 });
const edges = fc.constantFrom(
  "",
  "\u{10ffff}",
  "a\u{10ffff}",
  "\ud7ff",
  "\uffff",
  "\u{103ff}",
  "ñ",
);
const prefix = fc.oneof(text, edges);

/** As the database compares the column: byte by byte, in UTF-8. */
function inRange(key: string, { from, before }: ReturnType<typeof prefixRange>): boolean {
  const bytes = Buffer.from(key);
  return (
    Buffer.compare(bytes, Buffer.from(from)) >= 0 &&
    (before === undefined || Buffer.compare(bytes, Buffer.from(before)) < 0)
  );
}

test("contains every key that begins with the prefix", () => {
  fc.assert(
    fc.property(prefix, text, (start, rest) => inRange(start + rest, prefixRange(start))),
    { numRuns: 2_000 },
  );
});

test("contains no other key", () => {
  fc.assert(
    fc.property(prefix, prefix, (start, key) => {
      fc.pre(!key.startsWith(start));
      return !inRange(key, prefixRange(start));
    }),
    { numRuns: 2_000 },
  );
});

test("has ends that the database can store", () => {
  fc.assert(
    fc.property(prefix, (start) => {
      const { before = "" } = prefixRange(start);
      return before.isWellFormed() && (start.includes("\0") || !before.includes("\0"));
    }),
    { numRuns: 2_000 },
  );
});

test("of a periodo ends where the next one begins", () => {
  expect(prefixRange("2026-09")).toEqual({ from: "2026-09", before: "2026-0:" });
  expect(prefixRange("")).toEqual({ from: "" });
});
