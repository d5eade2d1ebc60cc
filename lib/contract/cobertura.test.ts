import { describe, expect, test } from "vitest";
import { askedPart } from "./asked-part.ts";
import { coberturaOf, type CoverageEntry, type CoverageQuestion } from "./cobertura.ts";

const now = new Date("2026-11-21T15:00:00.000Z");
const connectionId = "conn_01k2example0000000000000000";

function read(periodo: string, more: Partial<CoverageEntry> = {}): CoverageEntry {
  const readAt = "2026-11-21T12:00:00.000Z";
  return { alcance: "movimientos", periodo, status: "ok", readAt, cuentas: null, ...more };
}

type Question = Partial<CoverageQuestion> & { filters?: Readonly<Record<string, unknown>> };

function ask({ filters = {}, ...question }: Question) {
  return coberturaOf({
    entries: [],
    alcance: "movimientos",
    momentary: false,
    asked: askedPart(filters),
    now,
    connector: "banco_a",
    connectionId,
    ...question,
  });
}

const sync = (periodo: string, alcances = ["movimientos"]) => ({
  tool_id: "banco_a.conexion.sincronizar",
  input: { periodo, alcances },
  connection_id: connectionId,
});

describe("a period", () => {
  test("that was never read is named in the call that reads it", () => {
    expect(ask({ entries: [read("2026-11")], filters: { periodo: "2026-10" } })).toEqual({
      estado: "nunca_sincronizado",
      ultimaSincronizacionEn: null,
      siguiente: sync("2026-10"),
    });
  });

  test("that was read whole after it had ended is complete", () => {
    expect(ask({ entries: [read("2026-10")], filters: { periodo: "2026-10" } })).toEqual({
      estado: "completo",
      ultimaSincronizacionEn: "2026-11-21T12:00:00.000Z",
      siguiente: null,
    });
  });

  test("of which rows are missing is partial", () => {
    const entries = [read("2026-10", { status: "partial" })];
    expect(ask({ entries, filters: { periodo: "2026-10" } })).toMatchObject({
      estado: "parcial",
      siguiente: sync("2026-10"),
    });
  });

  test.each([
    ["2026-10-20T12:00:00.000Z", "parcial"],
    // Half an hour before midnight in Santiago, when it is November in UTC already.
    ["2026-11-01T02:30:00.000Z", "parcial"],
    ["2026-11-01T03:30:00.000Z", "completo"],
  ])("that was read at %s, by its end, is %s", (readAt, estado) => {
    const entries = [read("2026-10", { readAt })];
    expect(ask({ entries, filters: { periodo: "2026-10" } })).toMatchObject({ estado });
  });

  test("that is still going on is complete as far as it has come", () => {
    const entries = [read("2026-11", { readAt: "2026-11-02T12:00:00.000Z" })];
    expect(ask({ entries, filters: { periodo: "2026-11" } })).toMatchObject({
      estado: "completo",
      ultimaSincronizacionEn: "2026-11-02T12:00:00.000Z",
    });
  });
});

describe("days that span months", () => {
  const filters = { desde: "2026-08-15", hasta: "2026-10-03" };

  test("are complete when each month of them is", () => {
    const entries = ["2026-08", "2026-09", "2026-10"].map((periodo) => read(periodo));
    expect(ask({ entries, filters })).toMatchObject({ estado: "completo", siguiente: null });
  });

  test("are partial for the newest month that is not", () => {
    const entries = [read("2026-08"), read("2026-10", { status: "partial" })];
    expect(ask({ entries, filters })).toMatchObject({
      estado: "parcial",
      siguiente: sync("2026-10"),
    });
    const gap = [read("2026-08"), read("2026-10")];
    expect(ask({ entries: gap, filters })).toMatchObject({ siguiente: sync("2026-09") });
  });

  test("ask for no month that cannot be synced any more", () => {
    const entries = Array.from({ length: 25 }, (_, back) => {
      const month = new Date(Date.UTC(2026, 10 - back, 1)).toISOString().slice(0, 7);
      return read(month);
    });
    expect(ask({ entries, filters: { desde: "2020-01-01" } })).toMatchObject({
      estado: "completo",
    });
    const oldest = { desde: "2020-01-01", hasta: "2024-11-30" };
    expect(ask({ entries: [read("2026-11")], filters: oldest })).toMatchObject({
      siguiente: sync("2024-11"),
    });
  });
});

describe("no period at all", () => {
  test("means what there is, and the current one", () => {
    expect(ask({})).toMatchObject({ estado: "nunca_sincronizado", siguiente: sync("2026-11") });
    expect(ask({ entries: [read("2026-09")] })).toMatchObject({
      estado: "parcial",
      siguiente: sync("2026-11"),
    });
    const entries = [read("2026-11"), read("2026-09")];
    expect(ask({ entries })).toMatchObject({ estado: "completo" });
  });
});

test("snapshots of the moment are asked for in the current period alone", () => {
  const question = { momentary: true, alcance: "saldos", filters: { desde: "2026-01-01" } };
  expect(ask(question)).toMatchObject({ siguiente: sync("2026-11", ["saldos"]) });
  const entries = [read("2026-11", { alcance: "saldos" })];
  expect(ask({ ...question, entries })).toMatchObject({ estado: "completo" });
});

test.each([
  ["2024-10", "too old to be synced"],
  ["2026-12", "ahead"],
])("for %s, which is %s, no call is named that would be refused", (periodo) => {
  expect(ask({ filters: { periodo } })).toMatchObject({
    estado: "nunca_sincronizado",
    siguiente: null,
  });
  const entries = [read(periodo, { status: "partial" })];
  expect(ask({ entries, filters: { periodo } })).toMatchObject({
    estado: "parcial",
    siguiente: null,
  });
  expect(ask({ entries: [...entries, read("2026-11")] })).toMatchObject({
    estado: "parcial",
    siguiente: null,
  });
});

describe("snapshots of past days", () => {
  const saldos = { momentary: true, alcance: "saldos" };
  const march = { desde: "2026-03-01", hasta: "2026-03-31" };

  test("of which none was taken were never synced, whatever is known of today", () => {
    const entries = [read("2026-11", { alcance: "saldos" })];
    expect(ask({ ...saldos, entries, filters: march })).toEqual({
      estado: "nunca_sincronizado",
      ultimaSincronizacionEn: null,
      siguiente: null,
    });
  });

  test("that were cut do not make those of today partial", () => {
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

  test("are whole when they were when they were taken", () => {
    const readAt = "2026-03-10T12:00:00.000Z";
    const entries = [read("2026-03", { alcance: "saldos", readAt })];
    expect(ask({ ...saldos, entries, filters: march })).toEqual({
      estado: "completo",
      ultimaSincronizacionEn: readAt,
      siguiente: null,
    });
  });
});

test("rows that any module brings are asked for with all of them", () => {
  expect(ask({ alcance: null, filters: { periodo: "2026-10" } }).siguiente).toEqual({
    tool_id: "banco_a.conexion.sincronizar",
    input: { periodo: "2026-10" },
    connection_id: connectionId,
  });
});
