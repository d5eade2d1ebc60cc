import { expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { parseSummary, summaryAsDocument, type Section } from "./registry-summary.ts";

const venta: Section = { operacion: "venta", estado: null, periodo: Periodo.parse("2026-08") };
const headers = [
  "Tipo Documento",
  "Total Documentos",
  "Monto Exento",
  "Monto Neto",
  "Monto IVA",
  "Monto Total",
  "Detalle",
];
const rows = [
  ["Factura Electrónica (33)", "1.027", "0", "1.000.000", "190.000", "1.190.000", "Descargar"],
  ["Boleta Electrónica (39)", "340", "0", "84.034", "15.966", "100.000", "Sólo resumen"],
  ["Nota de Crédito Electrónica (61)", "2", "0", "10.000", "1.900", "11.900", "Descargar"],
  ["Otro Documento (919)", "1", "5.000", "0", "0", "5.000", "Descargar"],
  ["Total", "1.370", "5.000", "1.094.034", "207.866", "1.306.900", ""],
];
const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

test("there is one line per type, and the grand total is not a type", () => {
  const lines = parseSummary({ headers, rows }, venta);
  expect(
    lines.map(({ row, detailed }) => [row.tipoDoc, row.documentos, row.efecto, detailed]),
  ).toEqual([
    [33, 1_027, 1, true],
    [39, 340, 1, false],
    [61, 2, -1, true],
    [919, 1, 1, true],
  ]);
  expect(lines[2]?.row).toEqual({
    operacion: "venta",
    estado: null,
    periodo: "2026-08",
    tipoDoc: 61,
    tipoDocNombre: "Nota de crédito electrónica",
    documentos: 2,
    montoExento: 0,
    montoNeto: 10_000,
    montoIva: 1_900,
    montoTotal: 11_900,
    efecto: -1,
  });
});

test("for receipts the registry only has their sum, and says how many they are", () => {
  const receipts = parseSummary({ headers, rows }, venta).find(({ row }) => row.tipoDoc === 39);
  expect(receipts && summaryAsDocument(receipts.row)).toMatchObject({
    id: "venta|39|2026-08|",
    folio: null,
    rutContraparte: null,
    fechaEmision: null,
    documentos: 340,
    montoNeto: 84_034,
    montoIva: 15_966,
    montoTotal: 100_000,
    otrosImpuestos: [],
  });
});

test.each([
  ["a type that is not named", ["Factura Electrónica", "1", "0", "1", "0", "1", ""]],
  ["a sum that is no amount", ["Factura Electrónica (33)", "1", "0", "?", "0", "1", ""]],
  ["a cell too few", ["Factura Electrónica (33)", "1", "0", "0", "1", ""]],
])("%s makes the whole summary another shape", (_name, wrong) => {
  expect(() => parseSummary({ headers, rows: [...rows, wrong] }, venta)).toThrow(unexpected);
});

test("a purchase's VAT is the recoverable one, and a renamed column is another shape", () => {
  const compra: Section = { ...venta, operacion: "compra", estado: "REGISTRO" };
  const purchase = headers.map((name) => (name === "Monto IVA" ? "IVA Recuperable" : name));
  expect(parseSummary({ headers: purchase, rows }, compra)[0]?.row.montoIva).toBe(190_000);
  expect(() => parseSummary({ headers, rows }, compra)).toThrow(unexpected);
});
