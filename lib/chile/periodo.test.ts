import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { addDays, Fecha } from "./fecha.ts";
import {
  addMonths,
  comparePeriodo,
  firstDay,
  lastDay,
  monthsBetween,
  parsePeriodo,
  Periodo,
  periodoOf,
  periodoOfDay,
  previousPeriodo,
} from "./periodo.ts";

const periodo = (text: string) => Periodo.parse(text);
const anyPeriodo = fc.integer({ min: 0, max: 1199 }).map((n) => addMonths(periodo("2000-01"), n));

describe("Periodo", () => {
  test.each(["2026-01", "2026-12", "2000-01", "2099-12"])("accepts %s", (text) => {
    expect(Periodo.parse(text)).toBe(text);
    expect(parsePeriodo(text)).toBe(text);
  });

  test.each([
    "2026-00",
    "2026-13",
    "1999-12",
    "2100-01",
    "2026-1",
    "202601",
    "2026-01-01",
    "01-2026",
    "",
    "2026-01\n",
  ])("rejects %j with one issue that says how to write it", (text) => {
    const issues = Periodo.safeParse(text).error?.issues ?? [];
    expect(issues.map((issue) => issue.message)).toEqual([
      expect.stringContaining("Not a valid periodo"),
    ]);
    expect(parsePeriodo(text)).toBeNull();
  });

  test("converts to JSON Schema", () => {
    expect(z.toJSONSchema(Periodo, { io: "input" })).toMatchObject({
      type: "string",
      pattern: String.raw`^20\d{2}-(?:0[1-9]|1[0-2])$`,
    });
  });
});

describe("periodoOf", () => {
  test.each([
    ["2026-02-01T02:30:00.000Z", "2026-01", "23:30 of 31 January, summer"],
    ["2026-02-01T03:00:00.000Z", "2026-02", "00:00 of 1 February, summer"],
    ["2026-07-01T03:30:00.000Z", "2026-06", "23:30 of 30 June, winter"],
    ["2026-07-01T04:00:00.000Z", "2026-07", "00:00 of 1 July, winter"],
    ["2026-01-01T02:30:00.000Z", "2025-12", "23:30 of the last day of the year"],
    ["2024-03-01T02:30:00.000Z", "2024-02", "23:30 of a leap day"],
    ["2026-04-01T02:30:00.000Z", "2026-03", "23:30 of 31 March, days before the clock goes back"],
    ["2026-05-01T03:30:00.000Z", "2026-04", "23:30 of 30 April, after it went back"],
    ["2026-09-01T03:30:00.000Z", "2026-08", "23:30 of 31 August, days before it goes forward"],
    ["2026-10-01T02:30:00.000Z", "2026-09", "23:30 of 30 September, after it went forward"],
  ])("%s is in %s: %s", (instant, expected) => {
    expect(periodoOf(new Date(instant))).toBe(expected);
  });

  test("covers the first hours to the last instant of every month", () => {
    fc.assert(
      fc.property(anyPeriodo, (it) => {
        expect(periodoOf(new Date(`${firstDay(it)}T05:00:00.000Z`))).toBe(it);
        if (it === "2099-12") return;
        const next = addDays(lastDay(it), 1);
        expect(periodoOf(new Date(`${next}T02:59:59.999Z`))).toBe(it);
        expect(periodoOf(new Date(`${next}T05:00:00.000Z`))).toBe(addMonths(it, 1));
      }),
    );
  });
});

describe("arithmetic of months", () => {
  test.each([
    ["2026-01", -1, "2025-12"],
    ["2025-12", 1, "2026-01"],
    ["2026-03", 0, "2026-03"],
    ["2026-11", -24, "2024-11"],
    ["2026-06", 19, "2028-01"],
  ])("%s and %d months is %s", (from, months, to) => {
    expect(addMonths(periodo(from), months)).toBe(to);
    expect(monthsBetween(periodo(from), periodo(to))).toBe(months);
  });

  test("previousPeriodo crosses the year", () => {
    expect(previousPeriodo(periodo("2026-01"))).toBe("2025-12");
    expect(previousPeriodo(periodo("2026-12"))).toBe("2026-11");
  });

  test("does not go beyond the years it supports", () => {
    expect(() => addMonths(periodo("2099-12"), 1)).toThrow(RangeError);
    expect(() => previousPeriodo(periodo("2000-01"))).toThrow(RangeError);
    expect(() => addMonths(periodo("2026-01"), 0.5)).toThrow(RangeError);
  });

  test("monthsBetween undoes addMonths, and sorts as text does", () => {
    fc.assert(
      fc.property(anyPeriodo, anyPeriodo, (left, right) => {
        expect(addMonths(left, monthsBetween(left, right))).toBe(right);
        expect(Math.sign(comparePeriodo(left, right))).toBe(
          left === right ? 0 : left < right ? -1 : 1,
        );
      }),
    );
  });
});

describe("firstDay and lastDay", () => {
  test.each([
    ["2026-01", "2026-01-31"],
    ["2026-02", "2026-02-28"],
    ["2024-02", "2024-02-29"],
    ["2000-02", "2000-02-29"],
    ["2026-04", "2026-04-30"],
    ["2026-12", "2026-12-31"],
    ["2099-12", "2099-12-31"],
  ])("%s ends on %s", (it, last) => {
    expect(firstDay(periodo(it))).toBe(`${it}-01`);
    expect(lastDay(periodo(it))).toBe(last);
  });

  test("bound the month: real days, and the next month follows directly", () => {
    fc.assert(
      fc.property(anyPeriodo, (it) => {
        expect(Fecha.safeParse(firstDay(it)).success).toBe(true);
        expect(periodoOfDay(lastDay(it))).toBe(it);
        if (it !== "2099-12") expect(addDays(lastDay(it), 1)).toBe(firstDay(addMonths(it, 1)));
      }),
    );
  });
});
