import { describe, expect, test } from "vitest";
import {
  daysIn,
  isDay,
  movePeriod,
  santiagoDay,
  santiagoInstant,
  santiagoMidnight,
} from "./calendar.ts";

describe("Santiago's calendar", () => {
  test("late on the last day of a month is still that month, though UTC is not", () => {
    expect(santiagoInstant("2026-10-31", "23:34:00").toISOString()).toBe(
      "2026-11-01T02:34:00.000Z",
    );
    expect(santiagoDay(new Date("2026-11-01T02:34:00Z"))).toBe("2026-10-31");
  });

  test("winter is four hours behind, summer three", () => {
    expect(santiagoMidnight("2026-07-01").toISOString()).toBe("2026-07-01T04:00:00.000Z");
    expect(santiagoMidnight("2026-12-01").toISOString()).toBe("2026-12-01T03:00:00.000Z");
  });

  test("the Sunday that loses its midnight begins at its first instant", () => {
    expect(santiagoMidnight("2026-09-06").toISOString()).toBe("2026-09-06T04:00:00.000Z");
    expect(santiagoMidnight("2026-09-07").toISOString()).toBe("2026-09-07T03:00:00.000Z");
  });

  test("months and days add up across years and leap days", () => {
    expect(movePeriod("2026-01", -1)).toBe("2025-12");
    expect(movePeriod("2025-12", 1)).toBe("2026-01");
    expect([daysIn("2024-02"), daysIn("2026-02"), daysIn("2026-12")]).toEqual([29, 28, 31]);
    expect([isDay("2026-02-28"), isDay("2026-02-31"), isDay("2026-13-01")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
