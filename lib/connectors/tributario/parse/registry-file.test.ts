import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { parseRegistryFile } from "./registry-file.ts";
import type { Section } from "./registry-summary.ts";

const periodo = Periodo.parse("2026-08");
const section = (estado: Section["estado"]): Section => ({ operacion: "compra", estado, periodo });
const registro = section("REGISTRO");
const venta: Section = { operacion: "venta", estado: null, periodo };
const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

function file(name: string): string {
  return readFileSync(join(import.meta.dirname, `../fixtures/${name}.csv`), "latin1");
}

const purchases = file("compra-registro");
/** The file with its lines changed one by one; the header is line 0. */
const changed = (change: (line: string, place: number) => string): string =>
  purchases.split("\r\n").map(change).join("\r\n");

test("several other taxes are several lines of one document", () => {
  const { rows, incompletos } = parseRegistryFile(purchases, registro);
  expect(incompletos).toBe(0);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toEqual({
    id: "compra|33|51060|76177907-9",
    operacion: "compra",
    estado: "REGISTRO",
    periodo: "2026-08",
    tipoDoc: 33,
    tipoDocNombre: "Factura electrónica",
    folio: 51_060,
    documentos: 1,
    rutContraparte: "76177907-9",
    razonSocial: "Viñedos Íñigo & Cía. Ltda.",
    fechaEmision: "2026-08-03",
    fechaRecepcion: "2026-08-04",
    fechaAcuse: "2026-08-09",
    fechaReclamo: null,
    montoExento: 0,
    montoNeto: 100_000,
    montoIva: 19_000,
    montoIvaNoRecuperable: 0,
    codigoIvaNoRecuperable: null,
    ivaUsoComun: 0,
    montoActivoFijo: 0,
    ivaActivoFijo: 0,
    otrosImpuestos: [
      { codigo: 24, tasa: 31.5, monto: 10_000 },
      { codigo: 27, tasa: 20.5, monto: 20_500 },
    ],
    montoTotal: 149_500,
    efecto: 1,
  });
});

test("a folio belongs to its supplier: two with one number stay two documents", () => {
  const same = parseRegistryFile(purchases, registro).rows.filter(({ folio }) => folio === 51_060);
  expect(same.map(({ rutContraparte }) => rutContraparte)).toEqual(["76177907-9", "96874030-K"]);
  expect(same[1]).toMatchObject({ montoActivoFijo: 1_000_000, ivaActivoFijo: 190_000 });
});

test("a credit note stays positive and is subtracted through its efecto", () => {
  const { rows } = parseRegistryFile(purchases, registro);
  const note = rows.find(({ tipoDoc }) => tipoDoc === 61);
  expect(note).toMatchObject({ montoNeto: 20_000, montoTotal: 23_800, efecto: -1 });
  const sold = parseRegistryFile(file("venta"), venta).rows;
  expect(sold.map(({ tipoDoc, efecto }) => [tipoDoc, efecto])).toEqual([
    [33, 1],
    [56, 1],
    [112, -1],
  ]);
});

test("non-recoverable and common-use VAT are kept apart, with their code", () => {
  const { rows } = parseRegistryFile(purchases, registro);
  expect(rows.find(({ tipoDoc }) => tipoDoc === 34)).toMatchObject({
    montoExento: 50_000,
    montoIva: 0,
    montoIvaNoRecuperable: 1_900,
    codigoIvaNoRecuperable: 4,
    ivaUsoComun: 700,
    montoTotal: 62_600,
  });
});

test("an unknown code is kept, up to the greatest folio", () => {
  const { rows } = parseRegistryFile(purchases, registro);
  expect(rows.at(-1)).toMatchObject({
    id: "compra|919|10000000000|55555555-5",
    tipoDoc: 919,
    folio: 10_000_000_000,
    efecto: 1,
  });
});

test("each section has its own dates", () => {
  const dates = (name: string, of: Section) =>
    parseRegistryFile(file(name), of).rows.map(
      ({ fechaRecepcion, fechaAcuse, fechaReclamo, estado }) => [
        estado,
        fechaRecepcion,
        fechaAcuse,
        fechaReclamo,
      ],
    );
  expect([
    ...dates("compra-pendiente", section("PENDIENTE")),
    ...dates("compra-no-incluir", section("NO_INCLUIR")),
    ...dates("compra-reclamado", section("RECLAMADO")),
    ...dates("venta", venta),
  ]).toEqual([
    ["PENDIENTE", "2026-08-21", null, null],
    ["NO_INCLUIR", "2026-08-21", null, null],
    ["RECLAMADO", "2026-08-21", null, "2026-08-22"],
    [null, "2026-08-01", "2026-08-02", null],
    [null, "2026-08-02", null, "2026-08-03"],
    [null, "2026-08-02", null, null],
  ]);
});

test("a document keeps its key when it moves to another section", () => {
  const [pending] = parseRegistryFile(file("compra-pendiente"), section("PENDIENTE")).rows;
  const moved = file("compra-reclamado").replace(";51063;", ";51061;");
  const [claimed] = parseRegistryFile(moved, section("RECLAMADO")).rows;
  expect(claimed?.id).toBe(pending?.id);
});

test.each([
  "Tipo Doc",
  "RUT Proveedor",
  "Razon Social",
  "Folio",
  "Fecha Docto",
  "Fecha Recepcion",
  "Fecha Acuse",
  "Monto Exento",
  "Monto Neto",
  "Monto IVA Recuperable",
  "Monto Iva No Recuperable",
  "Codigo IVA No Rec.",
  "Monto Total",
  "Monto Neto Activo Fijo",
  "IVA Activo Fijo",
  "IVA uso Comun",
  "Codigo Otro Impuesto",
  "Valor Otro Impuesto",
  "Tasa Otro Impuesto",
])("without the column %s nothing is read: a missing amount is not 0", (column) => {
  const renamed = changed((line, place) =>
    place === 0
      ? line
          .replace(`;${column};`, ";Otra;")
          .replace(/;Tasa Otro Impuesto$/, (last) =>
            column === "Tasa Otro Impuesto" ? ";Otra" : last,
          )
      : line,
  );
  expect(renamed).not.toBe(purchases);
  expect(() => parseRegistryFile(renamed, registro)).toThrow(unexpected);
});

test.each([
  ["a folio that is none", ";88;", ";8a;"],
  ["a day that does not exist", ";10/08/2026;", ";31/02/2026;"],
  ["a reception that is no date", ";11/08/2026;", ";pronto;"],
  ["a RUT with another check digit", ";76177907-9;", ";76177907-8;"],
  ["an amount that is none", ";20000;", ";veinte;"],
  ["a negative amount", ";20000;", ";-20000;"],
  ["a total that is not there", ";23800;", ";;"],
  ["a cell too few", ";88;", ";"],
])("a line with %s is counted, and no value is guessed", (_name, cell, wrong) => {
  const broken = changed((line) => (line.startsWith("3;61;") ? line.replace(cell, wrong) : line));
  expect(broken).not.toBe(purchases);
  const { rows, incompletos } = parseRegistryFile(broken, registro);
  expect(incompletos).toBe(1);
  expect(rows.map(({ tipoDoc }) => tipoDoc)).toEqual([33, 33, 34, 919]);
});

test("a file of which no line can be read has another shape; an empty one has no rows", () => {
  const none = changed((line, place) => (place === 0 ? line : line.replace(";", "")));
  expect(() => parseRegistryFile(none, registro)).toThrow(unexpected);
  const [header = ""] = purchases.split("\r\n");
  expect(parseRegistryFile(`${header}\r\n`, registro)).toEqual({ rows: [], incompletos: 0 });
  expect(() => parseRegistryFile("", registro)).toThrow(unexpected);
});
