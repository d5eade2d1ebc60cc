import { expect, test } from "vitest";
import { ask, read, sync } from "#tests/support/portals/coverage-question.ts";
import { coberturaOfLines } from "../read/cobertura-of-lines.ts";

/**
 * The rows of a month arrive until the 14th of the next one. The question is asked on 21 November
 * 2026.
 */
const closingDay = 14;
const october = { filters: { periodo: "2026-10" }, closingDay };
const readOn = (day: string) => read("2026-10", { readAt: `${day}T15:00:00.000Z` });

test.each([
  ["2026-10-20", "parcial", null, sync("2026-10")],
  ["2026-11-14", "parcial", null, sync("2026-10")],
  ["2026-11-15", "completo", "2026-10-31", null],
  ["2026-11-21", "completo", "2026-10-31", null],
])("a month that was read on %s is %s", (day, estado, hastaDia, siguiente) => {
  const answer = ask({ ...october, entries: [readOn(day)] });
  expect(answer).toMatchObject({ estado, hastaDia, siguiente });
});

test("a month that has not closed is as complete as it can be on the day of its reading", () => {
  const november = { filters: { periodo: "2026-11" }, closingDay };
  const today = ask({ ...november, entries: [read("2026-11")] });
  expect(today).toMatchObject({ estado: "parcial", hastaDia: null, siguiente: null });
  const before = read("2026-11", { readAt: "2026-11-20T15:00:00.000Z" });
  expect(ask({ ...november, entries: [before] })).toMatchObject({ siguiente: sync("2026-11") });
});

test("a month that does not add up can always be read again", () => {
  const entries = [read("2026-10", { status: "partial" })];
  expect(ask({ ...october, entries })).toMatchObject({
    estado: "parcial",
    siguiente: sync("2026-10"),
  });
});

test("for months that close on their own last day, each day is known separately", () => {
  const days = { filters: { periodo: "2026-10" }, entries: [readOn("2026-10-20")] };
  expect(ask(days)).toMatchObject({ estado: "parcial", hastaDia: "2026-10-19" });
});

test.each([
  ["2026-11-14", 131, "parcial"],
  ["2026-11-15", 131, "completo"],
  ["2026-11-15", 130, "parcial"],
])("lines read on %s, of which %s are stored, are %s", (day, stored, estado) => {
  const question = {
    entries: [readOn(day)],
    alcance: "movimientos",
    closingDay,
    now: new Date("2026-11-21T15:00:00.000Z"),
    connector: "banco_a",
    connectionId: "conn_01k2example0000000000000000",
  };
  const header = { periodo: "2026-10", expected: 131, stored };
  const whole = estado === "completo";
  expect(coberturaOfLines(question, header)).toMatchObject({
    estado,
    siguiente: whole ? null : sync("2026-10"),
  });
  expect(coberturaOfLines(question, null)).toMatchObject({
    estado: "nunca_sincronizado",
    siguiente: null,
  });
});

test.each([
  [{ incompletos: 0 }, "completo", null],
  [{ incompletos: 1 }, "parcial", sync("2026-10")],
])(
  "all lines are stored, and the last reading says %o: they are %s",
  (partial, estado, siguiente) => {
    const question = {
      entries: [read("2026-10", { status: "partial", ...partial })],
      alcance: "movimientos",
      now: new Date("2026-11-21T15:00:00.000Z"),
      connector: "banco_a",
      connectionId: "conn_01k2example0000000000000000",
    };
    const header = { periodo: "2026-10", expected: 3, stored: 3 };
    expect(coberturaOfLines(question, header)).toMatchObject({ estado, siguiente });
  },
);
