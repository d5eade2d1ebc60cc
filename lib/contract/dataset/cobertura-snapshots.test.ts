import { describe, expect, test } from "vitest";
import { ask, read, sync } from "#tests/support/portals/coverage-question.ts";

test("snapshots are requested in the current period only", () => {
  const question = { momentary: true, alcance: "saldos", filters: { desde: "2026-01-01" } };
  expect(ask(question)).toMatchObject({ siguiente: sync("2026-11", ["saldos"]) });
  const entries = [read("2026-11", { alcance: "saldos" })];
  // Today's exists, but it is unknown whether one exists for every other day.
  expect(ask({ ...question, entries })).toMatchObject({ estado: "parcial", siguiente: null });
});

describe("snapshots of today", () => {
  const saldos = { momentary: true, alcance: "saldos" };
  const taken = (readAt: string) => [read("2026-11", { alcance: "saldos", readAt })];

  test.each([{}, { desde: "2026-11-21" }, { desde: "2026-11-21", hasta: "2026-11-30" }])(
    "are complete when they were taken today: %o",
    (filters) => {
      const entries = taken("2026-11-21T04:00:00.000Z");
      expect(ask({ ...saldos, entries, filters })).toEqual({
        estado: "completo",
        periodos: ["2026-11"],
        hastaDia: "2026-11-21",
        ultimaSincronizacionEn: "2026-11-21T04:00:00.000Z",
        siguiente: null,
      });
      const ofYesterday = taken("2026-11-21T02:00:00.000Z");
      expect(ask({ ...saldos, entries: ofYesterday, filters })).toMatchObject({
        estado: "parcial",
        hastaDia: null,
        siguiente: sync("2026-11", ["saldos"]),
      });
    },
  );

  test("are known when the sync that took them was queued in the month before", () => {
    const entries = [read("2026-10", { alcance: "saldos", readAt: "2026-11-21T04:00:00.000Z" })];
    for (const filters of [{}, { desde: "2026-11-21" }]) {
      expect(ask({ ...saldos, entries, filters })).toMatchObject({
        estado: "completo",
        ultimaSincronizacionEn: "2026-11-21T04:00:00.000Z",
        siguiente: null,
      });
    }
    // Those of that month still are, though when they were taken is no longer known.
    const october = { desde: "2026-10-01", hasta: "2026-10-31" };
    expect(ask({ ...saldos, entries, filters: october })).toMatchObject({ estado: "parcial" });
  });

  test("that were cut are taken again", () => {
    const entries = [read("2026-11", { alcance: "saldos", status: "partial" })];
    expect(ask({ ...saldos, entries })).toMatchObject({
      estado: "parcial",
      siguiente: sync("2026-11", ["saldos"]),
    });
  });
});

describe("an account that today's snapshot does not have", () => {
  const entries = [
    read("2026-11", {
      alcance: "saldos",
      status: "partial",
      cuentas: { "1": "unlisted", "2": true },
    }),
  ];

  test.each([
    ["1", "parcial"],
    ["2", "completo"],
    ["3", "parcial"],
    [null, "parcial"],
  ])("leaves account %s %s, and names no call that brings it", (account, estado) => {
    const question = { momentary: true, alcance: "saldos", entries, account };
    expect(ask(question)).toMatchObject({ estado, siguiente: null });
  });
});

describe("snapshots of past days", () => {
  const saldos = { momentary: true, alcance: "saldos" };
  const march = { desde: "2026-03-01", hasta: "2026-03-31" };

  test("of which none was taken were never synced, whatever is known of today", () => {
    const entries = [read("2026-11", { alcance: "saldos" })];
    expect(ask({ ...saldos, entries, filters: march })).toEqual({
      estado: "nunca_sincronizado",
      periodos: ["2026-03"],
      hastaDia: null,
      ultimaSincronizacionEn: null,
      siguiente: null,
    });
  });

  test("that were cut do not make today's partial", () => {
    const cut = read("2026-03", { alcance: "saldos", status: "partial" });
    expect(ask({ ...saldos, entries: [cut, read("2026-11")] })).toMatchObject({
      estado: "completo",
    });
    expect(ask({ ...saldos, entries: [cut] })).toMatchObject({
      estado: "parcial",
      siguiente: sync("2026-11", ["saldos"]),
    });
    expect(ask({ ...saldos, entries: [cut], filters: march })).toMatchObject({
      estado: "parcial",
      siguiente: null,
    });
  });

  test("are never known to be complete", () => {
    const readAt = "2026-03-10T12:00:00.000Z";
    const entries = [read("2026-03", { alcance: "saldos", readAt })];
    expect(ask({ ...saldos, entries, filters: march })).toEqual({
      estado: "parcial",
      periodos: ["2026-03"],
      hastaDia: null,
      ultimaSincronizacionEn: readAt,
      siguiente: null,
    });
  });
});

test("a list without days is complete when any module was read completely today", () => {
  const cuentas = { momentary: true, alcance: null };
  // No module is named: any of them returns the list.
  const siguiente = { ...sync("2026-11"), input: { periodo: "2026-11" } };
  expect(ask(cuentas)).toMatchObject({ estado: "nunca_sincronizado", siguiente });
  const yesterday = read("2026-11", { readAt: "2026-11-20T12:00:00.000Z" });
  expect(ask({ ...cuentas, entries: [yesterday] })).toMatchObject({ estado: "parcial", siguiente });
  // The accounts come with any month.
  const entries = [yesterday, read("2026-03", { alcance: "transferencias" })];
  expect(ask({ ...cuentas, entries })).toMatchObject({ estado: "completo", siguiente: null });
});
