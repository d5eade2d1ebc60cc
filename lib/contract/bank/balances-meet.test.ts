import { expect, test } from "vitest";
import { balancesMeet } from "./balances-meet.ts";

/** `+100=1100` moves by 100 to 1100; without `=` no balance is given. */
const rowsOf = (text: string) =>
  text.split(" ").flatMap((row) => {
    if (row === "") return [];
    const [by, after] = row.split("=");
    return { by: Number(by), after: after === undefined ? null : Number(after) };
  });

test.each([
  ["no rows", "", true],
  ["each balance follows", "+100=1100 -50=1050 -1050=0 -10=-10", true],
  ["the first balance follows from nothing", "-7=1", true],
  ["none is told", "+1 +2 +3", true],
  ["one is told after several rows", "+100=1100 -50 -50 +1=1001", true],
  ["cents add up as whole numbers", "+0.1=0.1 +0.2=0.3 +0.6=0.9", true],
  ["UF have four decimals", "+10.0049=10.0049 +0.0049=10.0098 -10.0098=0", true],
  ["a row of less than a cent is missing", "+10.0001=10.0001 +0.0003=10.0006", false],
  ["a row is missing", "+100=1100 -1050=0", false],
  ["a row is there twice", "+100=1100 -50=1050 -50=1050", false],
  ["a row without balance is there twice", "+100=1100 -50 -50 +1=1051", false],
  ["a row is missing among the last that tell none", "+100=1100 -50=1050 -1", true],
])("%s", (_what, rows, meets) => {
  expect(balancesMeet(rowsOf(rows))).toBe(meets);
});
