import { expect, test } from "vitest";
import { nextVisit } from "./next-visit.ts";

const issuedAt = new Date("2026-11-21T15:00:00.000Z");
const minutesLater = (minutes: number): Date => new Date(issuedAt.getTime() + minutes * 60_000);

test.each([
  ["at once", 0, 1],
  ["after the first", 1, 5],
  ["after a late one", 3, 5],
  ["after the second", 5, 15],
  ["after the third", 15, 60],
  ["after an hour", 60, 120],
  ["on the third day", 2 * 1440 + 7, 2 * 1440 + 67],
  ["after three days", 3 * 1440, 4 * 1440],
  ["on the last day", 30 * 1440 - 1, 31 * 1440 - 1],
])("%s the next reading is due", (_, age, due) => {
  expect(nextVisit(issuedAt, minutesLater(age))).toEqual(minutesLater(due));
});

test("nothing is read again after thirty days", () => {
  expect(nextVisit(issuedAt, minutesLater(30 * 1440))).toBeNull();
});
