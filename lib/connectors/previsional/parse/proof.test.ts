import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { rowOf } from "#tests/support/planted/row-of.ts";
import type { Cotizacion, Nomina, Planilla } from "../store.ts";
import { nominaCotizacionesConsultar } from "../tools/nomina-cotizaciones-consultar.ts";
import { nominasConsultar } from "../tools/nominas-consultar.ts";
import { planillasConsultar } from "../tools/planillas-consultar.ts";
import { monthProof } from "./proof.ts";

const periodo = Periodo.parse("2026-09");

const payroll = (idNomina: string, more: Partial<Nomina> = {}): Nomina =>
  rowOf(nominasConsultar, { idNomina, periodo, numLineas: 1, monto: 170, ...more });

/** 100 and 10 to the pension fund, 60 to health. */
const line = (idNomina: string, more: Partial<Cotizacion> = {}): Cotizacion =>
  rowOf(nominaCotizacionesConsultar, {
    idNomina,
    cotizacionAfp: 100,
    cotizacionExpectativaVida: 0,
    sis: 10,
    cotizacionSalud: 60,
    afcTrabajador: 0,
    afcEmpleador: 0,
    cotizacionMutual: 0,
    cotizacionCcaf: 0,
    monto: 170,
    ...more,
  });

const sheet = (
  idNomina: string,
  institucionTipo: Planilla["institucionTipo"],
  montoNominal: number,
  more: Partial<Planilla> = {},
): Planilla =>
  rowOf(planillasConsultar, {
    idNomina,
    periodo,
    institucionTipo,
    institucionCodigo: institucionTipo === "afp" ? "03" : "07",
    montoNominal,
    monto: montoNominal,
    ...more,
  });

const sheets = (idNomina: string) => [sheet(idNomina, "afp", 110), sheet(idNomina, "salud", 60)];
const month = { nominas: [payroll("1")], cotizaciones: [line("1")], planillas: sheets("1") };
const nothing = { estado: "sin_datos", diferencias: [] };
const differs = { estado: "descuadra", diferencias: [] };

test("a month adds up when its counts and both sums do", () => {
  expect(monthProof(month)).toEqual({ estado: "cuadra", diferencias: [] });
});

test("an institution whose lines differ from its sheet is named, with both sums", () => {
  const planillas = [sheet("1", "afp", 90), sheet("1", "salud", 80)];
  const of = { idNomina: "1" };
  expect(monthProof({ ...month, planillas })).toEqual({
    estado: "descuadra",
    diferencias: [
      { ...of, institucionTipo: "afp", institucionCodigo: "03", lineas: 110, planilla: 90 },
      { ...of, institucionTipo: "salud", institucionCodigo: "07", lineas: 60, planilla: 80 },
    ],
  });
});

test("an excess in one payroll does not make up for a shortfall in another", () => {
  const nominas = [payroll("1"), payroll("2")];
  const cotizaciones = [line("1", { cotizacionAfp: 99 }), line("2", { cotizacionAfp: 101 })];
  const planillas = [...sheets("1"), ...sheets("2")];
  expect(monthProof({ nominas, cotizaciones, planillas }).diferencias).toMatchObject([
    { idNomina: "1", lineas: 109, planilla: 110 },
    { idNomina: "2", lineas: 111, planilla: 110 },
  ]);
});

test("surcharges are in the payroll's sum but not in the lines'", () => {
  const late = [sheet("1", "afp", 110, { intereses: 7, monto: 117 }), sheet("1", "salud", 60)];
  expect(
    monthProof({ ...month, nominas: [payroll("1", { monto: 177 })], planillas: late }),
  ).toEqual({
    estado: "cuadra",
    diferencias: [],
  });
  expect(monthProof({ ...month, planillas: late })).toEqual(differs);
});

test("a missing line is a difference, even before anything was declared", () => {
  const loaded = payroll("1", { estado: "cargada", numLineas: 2 });
  expect(monthProof({ nominas: [loaded], cotizaciones: [line("1")], planillas: [] })).toEqual(
    differs,
  );
  expect(monthProof({ nominas: [loaded], cotizaciones: [line("1")], planillas: null })).toEqual(
    differs,
  );
});

test("a declared payroll without sheets is a difference; a void or undeclared one has none", () => {
  expect(monthProof({ ...month, planillas: [] }).estado).toBe("descuadra");
  for (const estado of ["cargada", "con_errores", "anulada"] as const) {
    const nominas = [payroll("1", { estado })];
    expect(monthProof({ ...month, nominas, planillas: [] })).toEqual(nothing);
    // Sheets that exist all the same are compared with it.
    expect(monthProof({ ...month, nominas }).estado).toBe("cuadra");
  }
});

test("sheets of an unlisted payroll are a difference", () => {
  expect(monthProof({ ...month, planillas: [...sheets("1"), sheet("9", "afp", 1)] })).toEqual(
    differs,
  );
});

test("voluntary saving belongs to its institution, or to the worker's fund where none is named", () => {
  const nominas = [payroll("1", { monto: 220 })];
  const cotizaciones = [line("1", { apv: 50 })];
  const elsewhere = [...sheets("1"), sheet("1", "afp", 50, { institucionCodigo: "34" })];
  const read = { nominas, cotizaciones, planillas: elsewhere };
  const savedAt = new Map([["1|1", "34"]]);
  expect(monthProof({ ...read, savedAt })).toEqual({ estado: "cuadra", diferencias: [] });
  expect(monthProof(read).diferencias).toMatchObject([
    { institucionCodigo: "03", lineas: 160, planilla: 110 },
    { institucionCodigo: "34", lineas: 0, planilla: 50 },
  ]);
  const planillas = [sheet("1", "afp", 160), sheet("1", "salud", 60)];
  expect(monthProof({ ...read, planillas })).toMatchObject({ estado: "cuadra" });
});

test("a month without payrolls, or with unreadable sheets, proves nothing", () => {
  expect(monthProof({ nominas: [], cotizaciones: [], planillas: [] })).toEqual(nothing);
  expect(monthProof({ ...month, planillas: null })).toEqual(nothing);
});

test("without lines nothing is proven, but sums of sheets that differ still show it", () => {
  expect(monthProof({ ...month, cotizaciones: null })).toEqual(nothing);
  const nominas = [payroll("1", { monto: 171 })];
  expect(monthProof({ ...month, nominas, cotizaciones: null })).toEqual(differs);
});
