import { expect, test } from "vitest";
import { counted, grouped, listed, spoken, spokenInSpanish } from "./spoken.ts";

test.each([
  [60_000, "1 minute"],
  [300_000, "5 minutes"],
  [90_000, "90 seconds"],
  [7_200_000, "2 hours"],
  [86_400_000, "1 day"],
  [604_800_000, "7 days"],
  [1_500, "1.5 seconds"],
])("%d ms are %s", (durationMs, words) => expect(spoken(durationMs)).toBe(words));

test.each([
  [10_000, "10 segundos"],
  [60_000, "1 minuto"],
  [7_200_000, "2 horas"],
  [86_400_000, "1 día"],
  [604_800_000, "7 días"],
])("%d ms are %s for people", (durationMs, words) =>
  expect(spokenInSpanish(durationMs)).toBe(words),
);

test("counted things have a plural", () => {
  expect([counted(1, "attempt"), counted(6, "attempt")]).toEqual(["1 attempt", "6 attempts"]);
  expect(counted(2, "delivery", "deliveries")).toBe("2 deliveries");
});

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("%j is listed as %j", (items, words) => expect(listed(items)).toBe(words));

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [1_000_000, "1,000,000"],
])("%d is written %s", (count, text) => expect(grouped(count)).toBe(text));
