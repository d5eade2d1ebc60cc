import { expect, test } from "vitest";
import { Fecha } from "./fecha.ts";
import { plazoAnulacion } from "./honorarios.ts";

const on = (fecha: string, hoy: string) => plazoAnulacion(Fecha.parse(fecha), Fecha.parse(hoy));

test.each([
  // By hand: day 10 of the next month is the last on which the issuer can annul alone.
  ["2026-11-20", "2026-11-20", "inmediata", "2026-12-10"],
  ["2026-11-20", "2026-12-10", "inmediata", "2026-12-10"],
  ["2026-11-20", "2026-12-11", "con_receptor", "2027-03-01"],
  ["2026-11-20", "2027-03-01", "con_receptor", "2027-03-01"],
  ["2026-12-31", "2027-01-10", "inmediata", "2027-01-10"],
  ["2026-12-31", "2027-01-11", "con_receptor", "2027-03-01"],
  ["2026-01-01", "2026-02-10", "inmediata", "2026-02-10"],
  ["2026-01-01", "2027-03-01", "con_receptor", "2027-03-01"],
  ["2024-02-29", "2024-03-11", "con_receptor", "2025-03-01"],
  // A receipt dated in the future.
  ["2027-02-21", "2026-11-21", "inmediata", "2027-03-10"],
])("a receipt of %s is on %s annulled %s, until %s", (fecha, hoy, modo, plazoHasta) => {
  expect(on(fecha, hoy)).toEqual({ modo, plazoHasta });
});

test.each([
  ["2026-11-20", "2027-03-02"],
  ["2026-01-01", "2027-03-02"],
  ["2025-12-31", "2026-03-02"],
])("nobody can annul a receipt of %s on %s", (fecha, hoy) => {
  expect(on(fecha, hoy)).toBeNull();
});
