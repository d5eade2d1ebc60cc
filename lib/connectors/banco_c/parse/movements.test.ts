import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Fecha, Periodo } from "#lib/chile/index.ts";
import { parseCsv } from "./csv.ts";
import { parseMovements } from "./movements.ts";
import { parseMovementsFile } from "./movements-file.ts";

const marzo = Periodo.parse("2026-03");
const abril = Periodo.parse("2026-04");
const asked = {
  rut: "76555835-2",
  numeroCuenta: "68927981389",
  periodo: marzo,
  today: Fecha.parse("2026-11-21"),
};

function file(name: string): string {
  return readFileSync(join(import.meta.dirname, `../fixtures/${name}.csv`), "latin1");
}

const march = file("movimientos-dolares-marzo");

function rowsOf(text: string, periodo = marzo) {
  return parseMovements(parseMovementsFile(text, { ...asked, periodo }), periodo);
}

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

test("reads a month's rows, oldest first: a cargo is a credit, and Ñ and & are unchanged", () => {
  const { rows, incompletos } = rowsOf(march);
  expect(incompletos).toBe(0);
  expect(rows).toHaveLength(15);
  expect(rows.slice(0, 3)).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{22}$/),
      fecha: "2026-03-01",
      fechaContable: "2026-03-02",
      descripcion: "Compra con tarjeta de débito Comercial Muñoz y Cía. Ltda.",
      numeroDocumento: null,
      sucursal: null,
      numeroCuenta: "68927981389",
      moneda: "USD",
      monto: 1_123.64,
      type: "credit",
      display: "-US$1.123,64",
      saldoContable: 21_671.18,
    },
    expect.objectContaining({ numeroDocumento: "23922730", sucursal: "Ñuñoa", type: "credit" }),
    expect.objectContaining({
      numeroDocumento: "000685396",
      type: "debit",
      display: "US$15.247,73",
      saldoContable: -203.07,
    }),
  ]);
});

test("a file with a duplicate row, or with one missing, is incomplete", () => {
  const whole = parseMovementsFile(march, asked);
  expect(parseMovements(whole, marzo)).toMatchObject({ incompletos: 0, completo: true });
  const place = whole.rows.findIndex((raw) => raw?.fecha.includes("/03/")) + 4;
  for (const rows of [
    whole.rows.toSpliced(place, 1),
    whole.rows.toSpliced(place, 0, whole.rows[place] ?? null),
  ]) {
    expect(rows.length).not.toBe(whole.rows.length);
    expect(parseMovements({ ...whole, rows }, marzo)).toMatchObject({
      incompletos: 0,
      completo: false,
    });
  }
});

test("days of the neighbouring months belong to them, and a row has one id in every file it is in", () => {
  const next = file("movimientos-dolares-abril");
  expect(rowsOf(next, abril).rows).toEqual([]);
  const seenFromApril = parseMovements(
    parseMovementsFile(next, { ...asked, periodo: abril }),
    marzo,
  );
  expect(seenFromApril.rows).toHaveLength(2);
  expect(seenFromApril.rows).toEqual(rowsOf(march).rows.slice(-2));
});

test("the id stays when the accounting day arrives, and when an earlier row moves the balance", () => {
  const ids = rowsOf(march).rows.map(({ id }) => id);
  const before = rowsOf(march.replaceAll(";01/04/2026;", ";;")).rows;
  expect(before.at(-1)?.fechaContable).toBeNull();
  expect(before.map(({ id }) => id)).toEqual(ids);
  const moved = rowsOf(march.replace("60.074,72", "1,00")).rows;
  expect(moved.map(({ id }) => id)).toEqual(ids);
});

test("two equal charges of a day stay two", () => {
  const [line = ""] = march.split("\r\n").filter((text) => text.startsWith("13/03/2026"));
  const twice = march.replace(line, `${line}\r\n${line}`).replace("registros;15", "registros;16");
  const { rows } = rowsOf(twice);
  expect(rows).toHaveLength(16);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(16);
});

test("a quoted cell may contain the separator and quotes", () => {
  const text = file("movimientos-comillas");
  const octubre = Periodo.parse("2026-10");
  const { rows } = rowsOf(text, octubre);
  expect(rows.map(({ descripcion, fecha }) => [fecha, descripcion])).toEqual([
    ["2026-10-12", 'Pago "Ñandú; Íñigo" & Cía.'],
  ]);
  expect(parseCsv('a;"b\r\nc";""\r\n"";""""\r\n')).toEqual([
    ["a", "b\r\nc", ""],
    ["", '"'],
  ]);
});

test("an empty list is accepted only with the portal's own sentence", () => {
  const none = file("movimientos-ninguno");
  const febrero = Periodo.parse("2026-02");
  const empty = { ...asked, numeroCuenta: "18467719859", periodo: febrero };
  expect(parseMovementsFile(none, empty)).toMatchObject({ moneda: "CLP", rows: [] });
  const silent = none.replace(/NO EXISTEN.*\r\n/, "");
  expect(() => parseMovementsFile(silent, empty)).toThrow(unexpected);
});

test("a row that cannot be read is counted, and one with an unreadable day may be of this month", () => {
  expect(rowsOf(march.replace("179,97", "ciento setenta")).incompletos).toBe(1);
  expect(rowsOf(march.replace("13/03/2026;13", "32/03/2026;13")).incompletos).toBe(1);
  expect(rowsOf(march.replace(";1.123,64;", ";1.123,64;5,00")).incompletos).toBe(1);
  expect(rowsOf(march.replace("49.561,40", "")).rows).toHaveLength(14);
});

test.each([
  ["a renamed column", file("movimientos-otro-nombre"), { periodo: Periodo.parse("2026-10") }],
  ["a file cut on its way", march.slice(0, -200), {}],
  ["fewer rows than the file says", march.replace("registros;15", "registros;16"), {}],
  ["another account", march, { numeroCuenta: "1" }],
  ["other days", march, { periodo: Periodo.parse("2026-05") }],
  ["no file at all", "<html></html>", {}],
])("%s is an unexpected response", (_what, text, more) => {
  expect(() => parseMovementsFile(text, { ...asked, ...more })).toThrow(unexpected);
});

test("another company's file is a mismatch", () => {
  expect(() => parseMovementsFile(march, { ...asked, rut: "76177907-9" })).toThrow(
    expect.objectContaining({ code: "connection_identity_mismatch" }),
  );
});

test("the current month reaches today, or yesterday when the portal is not there yet", () => {
  const noviembre = Periodo.parse("2026-11");
  const day = (today: string) => ({ ...asked, periodo: noviembre, today: Fecha.parse(today) });
  const current = march.replace("26/02/2026;Hasta;03/04/2026", "29/10/2026;Hasta;21/11/2026");
  expect(parseMovementsFile(current, day("2026-11-21")).rows).toHaveLength(15);
  expect(parseMovementsFile(current, day("2026-11-22")).rows).toHaveLength(15);
  expect(() => parseMovementsFile(current, day("2026-11-23"))).toThrow(unexpected);
});
