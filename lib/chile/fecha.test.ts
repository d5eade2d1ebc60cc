import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  addDays,
  daysBetween,
  Fecha,
  parseFecha,
  parsePortalDate,
  santiagoDayOf,
  startOfDay,
  todayInSantiago,
  weekday,
} from "./fecha.ts";

const fecha = (text: string) => Fecha.parse(text);
const anyFecha = fc
  .integer({ min: 0, max: 54_786 })
  .map((days) => addDays(fecha("1950-01-01"), days));

describe("Fecha", () => {
  test.each(["2026-03-31", "2024-02-29", "2000-02-29", "1950-01-01", "2099-12-31"])(
    "accepts %s",
    (text) => {
      expect(Fecha.parse(text)).toBe(text);
      expect(parseFecha(text)).toBe(text);
    },
  );

  test.each([
    "2026-02-29",
    "2100-02-28",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-1-1",
    "1949-12-31",
    "0001-01-01",
    "9999-12-31",
    "31-03-2026",
    "2026-03-31T00:00:00Z",
    " 2026-03-31",
    "",
  ])("rejects %j with one issue that says how to write it", (text) => {
    const issues = Fecha.safeParse(text).error?.issues ?? [];
    expect(issues.map((issue) => issue.message)).toEqual([
      expect.stringContaining("Not a valid fecha"),
    ]);
    expect(parseFecha(text)).toBeNull();
  });

  test("converts to JSON Schema", () => {
    expect(z.toJSONSchema(Fecha, { io: "input" })).toMatchObject({
      type: "string",
      format: "date",
    });
  });
});

describe("santiagoDayOf", () => {
  test.each([
    ["2026-02-01T02:59:59.999Z", "2026-01-31", "summer, three hours behind"],
    ["2026-02-01T03:00:00.000Z", "2026-02-01", "summer midnight"],
    ["2026-07-01T03:59:59.999Z", "2026-06-30", "winter, four hours behind"],
    ["2026-07-01T04:00:00.000Z", "2026-07-01", "winter midnight"],
    ["2026-04-05T02:30:00.000Z", "2026-04-04", "23:30 for the first time"],
    ["2026-04-05T03:30:00.000Z", "2026-04-04", "23:30 once more, the clock went back"],
    ["2026-04-05T04:00:00.000Z", "2026-04-05", "midnight after the longest day"],
    ["2026-09-06T03:59:59.999Z", "2026-09-05", "the last instant before the clock goes forward"],
    [
      "2026-09-06T04:00:00.000Z",
      "2026-09-06",
      "01:00, the first instant of a day without midnight",
    ],
    ["2021-01-21T03:00:00.000Z", "2021-01-21", "a provider’s midnight in summer"],
    ["2021-07-21T04:00:00.000Z", "2021-07-21", "a provider’s midnight in winter"],
    ["2025-12-31T23:30:00.000-03:00", "2025-12-31", "half an hour of the year left"],
  ])("%s is %s: %s", (instant, day) => {
    expect(santiagoDayOf(new Date(instant))).toBe(day);
    expect(todayInSantiago(new Date(instant))).toBe(day);
  });

  test("refuses an invalid instant", () => {
    expect(() => santiagoDayOf(new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe("a day in Santiago", () => {
  test.each([
    ["2026-01-15", "2026-01-15T03:00:00.000Z"],
    ["2026-07-15", "2026-07-15T04:00:00.000Z"],
    ["2026-04-04", "2026-04-04T03:00:00.000Z"],
    ["2026-04-05", "2026-04-05T04:00:00.000Z"],
    ["2026-09-05", "2026-09-05T04:00:00.000Z"],
    ["2026-09-06", "2026-09-06T04:00:00.000Z"],
    ["2026-09-07", "2026-09-07T03:00:00.000Z"],
  ])("%s begins at %s", (day, instant) => {
    const start = new Date(instant);
    expect(santiagoDayOf(start)).toBe(day);
    expect(santiagoDayOf(new Date(start.getTime() - 1))).toBe(addDays(fecha(day), -1));
  });

  test("begins between 03:00 and 05:00 UTC, on every day there is", () => {
    let checked = 0;
    for (let day = fecha("1950-01-02"); day !== "2099-12-31"; day = addDays(day, 1)) {
      const begun = santiagoDayOf(new Date(`${day}T05:00:00.000Z`));
      if (begun !== day) expect.fail(`${day} has not begun`);
      const before = santiagoDayOf(new Date(`${day}T02:59:59.999Z`));
      if (before !== addDays(day, -1)) expect.fail(`${day} began earlier`);
      checked += 1;
    }
    expect(checked).toBe(54_785);
  });
});

describe("arithmetic of days", () => {
  test.each([
    ["2026-03-01", "2026-03-31", 30],
    ["2024-02-28", "2024-03-01", 2],
    ["2026-02-28", "2026-03-01", 1],
    ["2026-04-04", "2026-04-05", 1],
    ["2026-09-05", "2026-09-06", 1],
    ["2026-11-09", "2026-11-01", -8],
    ["2000-01-01", "2099-12-31", 36_524],
  ])("from %s to %s are %d days", (from, to, days) => {
    expect(daysBetween(fecha(from), fecha(to))).toBe(days);
    expect(addDays(fecha(from), days)).toBe(to);
  });

  test("daysBetween undoes addDays", () => {
    fc.assert(
      fc.property(anyFecha, anyFecha, (from, to) => {
        expect(addDays(from, daysBetween(from, to))).toBe(to);
        expect(Math.sign(daysBetween(from, to))).toBe(from === to ? 0 : from < to ? 1 : -1);
      }),
    );
  });

  test("does not go beyond the years it supports", () => {
    expect(() => addDays(fecha("2099-12-31"), 1)).toThrow(RangeError);
    expect(() => addDays(fecha("1950-01-01"), -1)).toThrow(RangeError);
  });

  test.each([
    ["2026-11-02", 1],
    ["2026-11-07", 6],
    ["2026-11-08", 7],
    ["2000-01-01", 6],
  ])("%s is day %d of its week", (day, expected) => {
    expect(weekday(fecha(day))).toBe(expected);
  });
});

describe("parsePortalDate", () => {
  test.each([
    ["31/03/2026", "2026-03-31"],
    [" 01/12/2025 ", "2025-12-01"],
    ["29/02/2024", "2024-02-29"],
    ["15/03/2026 23:59:59", "2026-03-15"],
    ["20260331 23:59:59", "2026-03-31"],
    ["20260331 00:00:00", "2026-03-31"],
    ["20260331", "2026-03-31"],
  ])("reads %j as %s", (text, day) => {
    expect(parsePortalDate(text)).toBe(day);
  });

  test.each([
    "31/02/2026",
    "03/31/2026",
    "00/01/2026",
    "1/3/2026",
    "01/03/26",
    "2026-03-31",
    "31-03-2026",
    "20260230 10:00:00",
    "20260331 24:00:00",
    "20260331 23:60:00",
    "20260331 23:59",
    "31/03/2026 25:00:00",
    "00/00/0000",
    "01/01/0001",
    "31/12/9999",
    "",
    "-",
    "ayer",
    "31/03/2026x",
  ])("answers null for %j", (text) => {
    expect(parsePortalDate(text)).toBeNull();
  });

  test("reads back both forms of every day", () => {
    fc.assert(
      fc.property(anyFecha, (day) => {
        const [year, month, date] = day.split("-");
        expect(parsePortalDate(`${date}/${month}/${year}`)).toBe(day);
        expect(parsePortalDate(`${year}${month}${date} 12:34:56`)).toBe(day);
      }),
    );
  });
});

describe("the start of a day", () => {
  test.each([
    ["2026-01-15", "2026-01-15T03:00:00.000Z"],
    ["2026-07-15", "2026-07-15T04:00:00.000Z"],
    // Clocks go back at 24:00 on the 4th: the 5th begins an hour later than the 4th did.
    ["2026-04-04", "2026-04-04T03:00:00.000Z"],
    ["2026-04-05", "2026-04-05T04:00:00.000Z"],
    // They go forward at 24:00 on the 5th: the 6th begins at 01:00.
    ["2026-09-05", "2026-09-05T04:00:00.000Z"],
    ["2026-09-06", "2026-09-06T04:00:00.000Z"],
    ["2026-09-07", "2026-09-07T03:00:00.000Z"],
  ])("%s is %s", (day, instant) => {
    expect(startOfDay(Fecha.parse(day)).toISOString()).toBe(instant);
  });

  test("belongs to its day, and the millisecond before does not", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }),
        (at) => {
          const day = santiagoDayOf(at);
          const start = startOfDay(day);
          expect(santiagoDayOf(start)).toBe(day);
          expect(santiagoDayOf(new Date(start.getTime() - 1))).not.toBe(day);
        },
      ),
    );
  });
});
