import { expect, test } from "vitest";
import { parseFees, parseIssued } from "./lists.ts";

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

const feeHeaders = (side: string) => [
  "N° Boleta",
  "Código de Barras",
  "Fecha",
  "Estado",
  "Fecha Anulación",
  `RUT ${side}`,
  `Nombre ${side}`,
  "Honorario Bruto",
  "Retención Emisor",
  "Retención Receptor",
  "Honorario Líquido",
];
const person = ["12.345.678-5", "Íngrid Muñoz & Yáñez"];
const fees = [
  ["120", "1234A", "05/08/2026", "VIGENTE", "", ...person, "500.000", "0", "76.250", "423.750"],
  // Of a year ago: the rate is that of the receipt's own day.
  ["9", "99", "31/12/2025", "ANULADA", "02/01/2026", ...person, "100", "15", "0", "85"],
];

test("a fee receipt has its side's counterpart, who withholds, and its own day's rate", () => {
  const received = { headers: feeHeaders("Emisor"), rows: fees };
  expect(parseFees(received, "recibidas")).toEqual({
    incompletos: 0,
    rows: [
      {
        lado: "recibidas",
        folio: 120,
        codigoBarras: "1234A",
        fecha: "2026-08-05",
        rutContraparte: "12345678-5",
        nombreContraparte: "Íngrid Muñoz & Yáñez",
        bruto: 500_000,
        retencionEmisor: 0,
        retencionReceptor: 76_250,
        liquido: 423_750,
        tasaRetencion: 15.25,
        estado: "VIGENTE",
        fechaAnulacion: null,
      },
      expect.objectContaining({
        fecha: "2025-12-31",
        retencionEmisor: 15,
        retencionReceptor: 0,
        tasaRetencion: 14.5,
        estado: "ANULADA",
        fechaAnulacion: "2026-01-02",
      }),
    ],
  });
  expect(() => parseFees(received, "emitidas")).toThrow(unexpected);
});

test.each([
  ["a state that nobody knows", 3, "EN REVISIÓN"],
  ["an amount that is none", 7, ""],
  ["no bar code", 1, ""],
  ["a day that is none", 2, "2026"],
  ["an annulment on no day", 4, "ayer"],
  ["a folio that is none", 0, "s/n"],
])("a fee receipt with %s is counted and not guessed", (_name, place, wrong) => {
  const broken = (fees[0] ?? []).with(place, wrong);
  const table = { headers: feeHeaders("Receptor"), rows: [broken, ...fees.slice(1)] };
  const { rows, incompletos } = parseFees(table, "emitidas");
  expect([rows.map(({ folio }) => folio), incompletos]).toEqual([[9], 1]);
});

const headers = [
  "Receptor",
  "Razón Social",
  "Documento",
  "Folio",
  "Fecha",
  "Monto Total",
  "Estado",
  "Anulado por",
  "Ver",
];
const issued = [
  [
    "76.369.187-K",
    "ÑANDÚ & CÍA",
    "Factura Electrónica (33)",
    "500001",
    "20/08/2026",
    "1.190",
    "ANULADO",
    "61-500002",
    "Ver",
  ],
  [
    "66.666.666-6",
    "",
    "Boleta Electrónica (39)",
    "10000000000",
    "20/08/2026",
    "1.000",
    "EMITIDO",
    "",
    "Ver",
  ],
];

test("an issued document says which note annuls it", () => {
  expect(parseIssued({ headers, rows: issued })).toEqual({
    incompletos: 0,
    rows: [
      {
        tipoDte: 33,
        folio: 500_001,
        fecha: "2026-08-20",
        rutContraparte: "76369187-K",
        razonSocial: "ÑANDÚ & CÍA",
        montoTotal: 1_190,
        estado: "ANULADO",
        anuladoPor: { tipoDte: 61, folio: 500_002 },
      },
      expect.objectContaining({ tipoDte: 39, folio: 10_000_000_000, anuladoPor: null }),
    ],
  });
});

test.each([
  ["a type without its code", 2, "Factura Electrónica"],
  ["a folio that is none", 3, "—"],
  ["a total that is none", 5, ""],
  ["an annulment that names nothing", 7, "61"],
])("an issued document with %s is counted and not guessed", (_name, place, wrong) => {
  const rows = [(issued[0] ?? []).with(place, wrong), ...issued.slice(1)];
  const read = parseIssued({ headers, rows });
  expect([read.rows.map(({ tipoDte }) => tipoDte), read.incompletos]).toEqual([[39], 1]);
});

test("a list with a renamed column is another shape", () => {
  const renamed = headers.map((name) => (name === "Monto Total" ? "Valor" : name));
  expect(() => parseIssued({ headers: renamed, rows: issued })).toThrow(unexpected);
});
