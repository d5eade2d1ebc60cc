import { describe, expect, test } from "vitest";
import { ask, read, sync } from "#tests/support/portals/coverage-question.ts";

describe("a period", () => {
  test("that was never read is named in the call that reads it", () => {
    expect(ask({ entries: [read("2026-11")], filters: { periodo: "2026-10" } })).toEqual({
      estado: "nunca_sincronizado",
      periodos: ["2026-10"],
      hastaDia: null,
      ultimaSincronizacionEn: null,
      siguiente: sync("2026-10"),
    });
  });

  test("that was read completely after it had ended is complete", () => {
    expect(ask({ entries: [read("2026-10")], filters: { periodo: "2026-10" } })).toEqual({
      estado: "completo",
      periodos: ["2026-10"],
      hastaDia: "2026-10-31",
      ultimaSincronizacionEn: "2026-11-21T12:00:00.000Z",
      siguiente: null,
    });
  });

  test("with missing rows is partial", () => {
    const entries = [read("2026-10", { status: "partial" })];
    expect(ask({ entries, filters: { periodo: "2026-10" } })).toMatchObject({
      estado: "parcial",
      siguiente: sync("2026-10"),
    });
  });

  test.each([
    ["2026-10-20T12:00:00.000Z", "parcial"],
    // Half an hour before midnight in Santiago, when it is already November in UTC.
    ["2026-11-01T02:30:00.000Z", "parcial"],
    ["2026-11-01T03:30:00.000Z", "completo"],
  ])("that was read at %s, by its end, is %s", (readAt, estado) => {
    const entries = [read("2026-10", { readAt })];
    expect(ask({ entries, filters: { periodo: "2026-10" } })).toMatchObject({ estado });
  });

  test.each([
    // Read on the second: that day's end is unknown, and so is what came after it.
    ["2026-11-02T12:00:00.000Z", "2026-11-01", sync("2026-11")],
    // Late in the evening of the first in Santiago, when it is already the second in UTC.
    ["2026-11-02T02:30:00.000Z", null, sync("2026-11")],
    ["2026-11-21T12:00:00.000Z", "2026-11-20", null],
  ])("that is current and was read at %s is complete up to %s", (readAt, hastaDia, siguiente) => {
    const entries = [read("2026-11", { readAt })];
    expect(ask({ entries, filters: { periodo: "2026-11" } })).toEqual({
      estado: "parcial",
      periodos: ["2026-11"],
      hastaDia,
      ultimaSincronizacionEn: readAt,
      siguiente,
    });
  });

  test("that is current and has missing rows is read again, even on the same day", () => {
    const entries = [read("2026-11", { status: "partial" })];
    expect(ask({ entries, filters: { periodo: "2026-11" } })).toMatchObject({
      estado: "parcial",
      hastaDia: null,
      siguiente: sync("2026-11"),
    });
  });
});

describe("days of the current month", () => {
  const early = [read("2026-11", { readAt: "2026-11-02T12:00:00.000Z" })];
  const today = [read("2026-11")];

  test.each([
    ["before the reading", early, ["2026-11-01", "2026-11-01"], "completo", "2026-11-01", null],
    ["after it", early, ["2026-11-18", "2026-11-20"], "parcial", null, sync("2026-11")],
    [
      "on both sides",
      early,
      ["2026-11-01", "2026-11-03"],
      "parcial",
      "2026-11-01",
      sync("2026-11"),
    ],
    [
      "to yesterday, read today",
      today,
      ["2026-11-18", "2026-11-20"],
      "completo",
      "2026-11-20",
      null,
    ],
    ["to today, read today", today, ["2026-11-18", "2026-11-21"], "parcial", "2026-11-20", null],
    ["today alone", today, ["2026-11-21", "2026-11-21"], "parcial", null, null],
    ["to a day ahead", today, ["2026-11-18", "2026-12-24"], "parcial", "2026-11-20", null],
  ] as const)("%s", (_name, entries, [desde, hasta], estado, hastaDia, siguiente) => {
    const answer = ask({ entries, filters: { desde, hasta } });
    expect(answer).toMatchObject({ estado, hastaDia, siguiente, periodos: ["2026-11"] });
  });

  test("that are all in the future were never synced, and no call reads them", () => {
    const filters = { desde: "2026-11-22", hasta: "2026-12-31" };
    expect(ask({ entries: today, filters })).toEqual({
      estado: "nunca_sincronizado",
      periodos: [],
      hastaDia: null,
      ultimaSincronizacionEn: null,
      siguiente: null,
    });
  });
});

describe("days that span months", () => {
  const filters = { desde: "2026-08-15", hasta: "2026-10-03" };

  test("are complete when each month of them is", () => {
    const entries = ["2026-08", "2026-09", "2026-10"].map((periodo) => read(periodo));
    expect(ask({ entries, filters })).toMatchObject({ estado: "completo", siguiente: null });
  });

  test("are partial because of the newest incomplete month", () => {
    const entries = [read("2026-08"), read("2026-10", { status: "partial" })];
    expect(ask({ entries, filters })).toMatchObject({
      estado: "parcial",
      siguiente: sync("2026-10"),
    });
    const gap = [read("2026-08"), read("2026-10")];
    expect(ask({ entries: gap, filters })).toMatchObject({ siguiente: sync("2026-09") });
  });

  test("say when the newest of their months was read, whenever the others were", () => {
    const old = read("2026-10", { readAt: "2026-11-02T12:00:00.000Z" });
    const entries = [read("2026-08"), read("2026-09"), old];
    expect(ask({ entries, filters })).toMatchObject({
      estado: "completo",
      periodos: ["2026-08", "2026-09", "2026-10"],
      ultimaSincronizacionEn: old.readAt,
    });
  });

  test("are complete up to the first gap", () => {
    const entries = [read("2026-08"), read("2026-10")];
    expect(ask({ entries, filters })).toMatchObject({ hastaDia: "2026-08-31" });
  });
});

describe("days older than what can be synced", () => {
  const everyMonth = Array.from({ length: 25 }, (_, back) =>
    read(new Date(Date.UTC(2026, 10 - back, 1)).toISOString().slice(0, 7)),
  );

  test.each(["2020-01-01", "1950-01-01", "2024-10-31"])("are missing from %s on", (desde) => {
    expect(ask({ entries: everyMonth, filters: { desde, hasta: "2026-11-20" } })).toMatchObject({
      estado: "parcial",
      hastaDia: null,
      siguiente: null,
    });
  });

  test("are no gap where nobody asked for them", () => {
    for (const filters of [{ hasta: "2026-11-20" }, { desde: "2024-11-01", hasta: "2026-11-20" }]) {
      expect(ask({ entries: everyMonth, filters })).toMatchObject({
        estado: "completo",
        hastaDia: "2026-11-20",
      });
    }
  });

  test("are complete when they were read while that was possible", () => {
    const entries = [read("2024-08"), read("2024-09"), ...everyMonth, read("2024-10")];
    const filters = { desde: "2024-08-01", hasta: "2024-12-31" };
    expect(ask({ entries, filters })).toMatchObject({ estado: "completo" });
  });

  test("leave the newest month that can be synced to be named", () => {
    const oldest = { desde: "2020-01-01", hasta: "2024-11-30" };
    expect(ask({ entries: [read("2026-11")], filters: oldest })).toMatchObject({
      estado: "nunca_sincronizado",
      siguiente: sync("2024-11"),
    });
  });
});

describe("no period at all", () => {
  test("means everything there is, and the current one up to this day", () => {
    expect(ask({})).toMatchObject({
      estado: "nunca_sincronizado",
      periodos: ["2026-11"],
      siguiente: sync("2026-11"),
    });
    expect(ask({ entries: [read("2026-09")] })).toMatchObject({
      estado: "parcial",
      periodos: ["2026-09", "2026-11"],
      hastaDia: "2026-09-30",
      siguiente: sync("2026-11"),
    });
    const entries = [read("2026-11"), read("2026-09")];
    expect(ask({ entries })).toMatchObject({
      estado: "parcial",
      hastaDia: "2026-11-20",
      siguiente: null,
    });
  });
});

test.each([
  [{ desde: "1950-01-01" }, "2026-11"],
  [{ hasta: "2099-12-31" }, "2026-11"],
  [{ periodo: "2099-12" }, undefined],
  [{ periodo: "2000-01" }, undefined],
])("the edges of the calendar are answered: %o", (filters, periodo) => {
  const siguiente = periodo === undefined ? null : sync(periodo);
  expect(ask({ filters })).toMatchObject({ estado: "nunca_sincronizado", siguiente });
});

test.each([
  ["2024-10", "too old to be synced"],
  ["2026-12", "ahead"],
])("for %s, which is %s, no call is named that would be refused", (periodo) => {
  expect(ask({ filters: { periodo } })).toMatchObject({
    estado: "nunca_sincronizado",
    siguiente: null,
  });
  const entries = [read("2024-10", { status: "partial" }), read("2026-11")];
  expect(ask({ entries })).toMatchObject({ estado: "parcial", siguiente: null });
});

describe("rows that the portal itself withholds", () => {
  const cut = { status: "partial", cuentas: { "1": "cut", "2": true, "3": false } } as const;
  const onlyCut = { status: "partial", cuentas: { "1": "cut", "2": true } } as const;
  const unlisted = { status: "partial", cuentas: { "1": "unlisted", "2": true } } as const;
  const october = { periodo: "2026-10" };

  test.each([
    // Another reading would be cut in the same place, however good the other accounts are.
    ["1", cut, "parcial", null],
    ["2", cut, "completo", null],
    ["3", cut, "parcial", sync("2026-10")],
    [null, cut, "parcial", sync("2026-10")],
    [null, onlyCut, "parcial", null],
    [null, { ...onlyCut, incompletos: 1 }, "parcial", sync("2026-10")],
    // Neither does it show an account that it has taken from the login.
    ["1", unlisted, "parcial", null],
    ["2", unlisted, "completo", null],
    [null, unlisted, "parcial", null],
  ])("of account %s, read as %o: %s", (account, reading, estado, siguiente) => {
    const entries = [read("2026-10", reading)];
    expect(ask({ entries, account, filters: october })).toMatchObject({ estado, siguiente });
  });

  test("do not hide that days have passed since", () => {
    const november = { filters: { periodo: "2026-11" }, account: "1" };
    const today = [read("2026-11", onlyCut)];
    expect(ask({ ...november, entries: today })).toMatchObject({ siguiente: null });
    const before = [read("2026-11", { ...onlyCut, readAt: "2026-11-20T12:00:00.000Z" })];
    expect(ask({ ...november, entries: before })).toMatchObject({ siguiente: sync("2026-11") });
    const inCourse = [read("2026-10", { ...onlyCut, readAt: "2026-10-20T12:00:00.000Z" })];
    const asked = { filters: october, account: "1", entries: inCourse };
    expect(ask(asked)).toMatchObject({ siguiente: sync("2026-10") });
  });
});

test("an account that the reading did not list may be listed by one on another day", () => {
  const question = { account: "9", filters: { periodo: "2026-10" } };
  const reading = { cuentas: { "1": true } };
  expect(ask({ ...question, entries: [read("2026-10", reading)] })).toMatchObject({
    estado: "parcial",
    siguiente: null,
  });
  const yesterday = { ...reading, readAt: "2026-11-20T12:00:00.000Z" };
  expect(ask({ ...question, entries: [read("2026-10", yesterday)] })).toMatchObject({
    estado: "parcial",
    siguiente: sync("2026-10"),
  });
});
