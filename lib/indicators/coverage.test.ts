import { describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import { covers, expectedDays, yearsOf } from "./coverage.ts";
import type { IndicatorSeries } from "./series.ts";

const uf: IndicatorSeries = { codigo: "uf", frecuencia: "diaria", stepDays: 1, lagDays: 0 };
const dolar: IndicatorSeries = { codigo: "dolar", frecuencia: "diaria", stepDays: 6, lagDays: 0 };
const ipc: IndicatorSeries = { codigo: "ipc", frecuencia: "mensual", stepDays: 31, lagDays: 40 };
const day = (text: string) => Fecha.parse(text);
const range = (from: string, to = from) => ({ from: day(from), to: day(to) });
const newestFirst = (...days: string[]) => days.map((text) => ({ fecha: day(text), valor: 1 }));

describe("covers", () => {
  test.each([
    ["a value of that very day", uf, ["2026-11-08"], range("2026-11-08"), true],
    ["the day before only", uf, ["2026-11-07"], range("2026-11-08"), false],
    ["nothing", uf, [], range("2026-11-08"), false],
    ["Friday's on Sunday", dolar, ["2026-11-06"], range("2026-11-08"), true],
    ["one of last week", dolar, ["2026-11-02"], range("2026-11-08"), false],
    [
      "Friday's and Monday's on Sunday",
      dolar,
      ["2026-11-09", "2026-11-06"],
      range("2026-11-08"),
      true,
    ],
    ["a hole behind the day", dolar, ["2026-12-01", "2026-11-06"], range("2026-11-08"), false],
    [
      "a hole behind the day's own value",
      dolar,
      ["2026-12-01", "2026-11-06"],
      range("2026-11-06"),
      true,
    ],
    [
      "a hole inside",
      dolar,
      ["2026-11-20", "2026-11-06"],
      range("2026-11-06", "2026-11-20"),
      false,
    ],
    [
      "no value before the first day",
      dolar,
      ["2026-11-09"],
      range("2026-11-08", "2026-11-09"),
      false,
    ],
    ["a month's value to its last day", ipc, ["2026-03-01"], range("2026-03-31"), true],
    ["a month's value in the next month", ipc, ["2026-03-01"], range("2026-04-01"), false],
    ["a month of 30 days to its last", ipc, ["2026-11-01"], range("2026-11-30"), true],
    ["a month of 30 days, in the next", ipc, ["2026-11-01"], range("2026-12-01"), false],
    ["February's in March", ipc, ["2026-02-01"], range("2026-03-03"), false],
    [
      "each month of a range",
      ipc,
      ["2026-04-01", "2026-03-01", "2026-02-01"],
      range("2026-02-10", "2026-04-30"),
      true,
    ],
    [
      "a month that lacks between two",
      ipc,
      ["2026-04-01", "2026-02-01"],
      range("2026-02-10", "2026-04-30"),
      false,
    ],
    ["no month before the first", ipc, ["2026-03-01"], range("2026-02-28", "2026-03-01"), false],
    ["months of another century", ipc, ["2000-01-01", "1999-12-01"], range("1999-12-31"), true],
    ["a month that lacks at its turn", ipc, ["2000-01-01"], range("1999-12-31"), false],
    ["nothing at all, in the first months there are", ipc, [], range("1950-03-15"), false],
  ])("%s", (_name, series, days, asked, expected) => {
    expect(covers(series, newestFirst(...days), asked)).toBe(expected);
  });
});

describe("expectedDays", () => {
  const today = day("2026-11-08");
  test.each([
    ["up to today", uf, range("2026-11-01", "2026-11-30"), range("2026-11-01", "2026-11-08")],
    ["a day ahead by itself", uf, range("2026-11-09", "2026-11-12"), range("2026-11-09")],
    ["nothing far ahead", uf, range("2027-01-01"), null],
    ["what is published late, later", ipc, range("2026-11-08"), range("2026-09-29")],
    ["nothing ahead of what is published late", ipc, range("2026-11-09"), null],
  ])("%s", (_name, series, asked, expected) => {
    expect(expectedDays(series, asked.from, asked.to, today)).toEqual(expected);
  });
});

describe("yearsOf", () => {
  const today = day("2026-11-08");
  test.each([
    ["a day inside a year", dolar, range("2025-06-01"), [2025]],
    ["the first days need the year before", dolar, range("2025-01-03"), [2024, 2025]],
    ["the last days need the year after", dolar, range("2024-12-31"), [2024, 2025]],
    ["but not one to come", dolar, range("2026-11-08"), [2026]],
    ["a value every day needs its own year", uf, range("2025-01-01"), [2025]],
    ["the first day there is", dolar, range("1950-01-01"), [1950]],
  ])("%s", (_name, series, asked, expected) => {
    expect(yearsOf(series, asked, today)).toEqual(expected);
  });
});
