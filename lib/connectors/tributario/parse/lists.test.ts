import { expect, test } from "vitest";
import { parseIssued } from "./lists.ts";

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

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

test("an issued document names the note that annuls it", () => {
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
])("an issued document with %s is counted, and no value is guessed", (_name, place, wrong) => {
  const rows = [(issued[0] ?? []).with(place, wrong), ...issued.slice(1)];
  const read = parseIssued({ headers, rows });
  expect([read.rows.map(({ tipoDte }) => tipoDte), read.incompletos]).toEqual([[39], 1]);
});

test("a list with a renamed column is another shape", () => {
  const renamed = headers.map((name) => (name === "Monto Total" ? "Valor" : name));
  expect(() => parseIssued({ headers: renamed, rows: issued })).toThrow(unexpected);
});
