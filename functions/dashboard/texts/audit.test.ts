import { expect, test } from "vitest";
import { outcomeText } from "./audit.ts";

test("a row of counted calls says how many there were, also one", () => {
  const row = { outcome: "rate_limited", httpStatus: 429 };
  const textOf = (calls: number) => outcomeText({ ...row, calls }).text;
  expect([1, 2].map(textOf)).toEqual(["1 rechazada más", "2 rechazadas más"]);
});
