import { expect, test } from "vitest";
import { checkFeePaper } from "./fee-paper.ts";

const unexpected = expect.objectContaining({ code: "upstream_unexpected_response" });

const lines = [
  "BOLETA DE HONORARIOS ELECTRÓNICA",
  "N° 500001",
  "Comercial Ñuble Ltda.  RUT: 76.555.835-2",
  "Pasaje El Peumo 12, Chillán",
  "Fecha: 20/11/2026",
  "Señor(es): SERVICIOS ÍÑIGO PEÑA E.I.R.L.  RUT: 77.879.240-0",
  "Domicilio: AV. ÑUBLE 12, ÑUÑOA",
  "Por atención profesional:",
  "ASESORÍA  400.000",
  "INFORME  100.000",
  "Total Honorarios: $ 500.000",
  "15,25 % Impto. Retenido: $ 76.250",
  "Total: $ 423.750",
];
const receipt = {
  folio: 500_001,
  rutEmisor: "76555835-2",
  rutReceptor: "77879240-0",
  bruto: 500_000,
};
const check = (paper: readonly string[], expected = receipt) =>
  checkFeePaper(paper.join("\n"), expected);

test("a PDF with the folio, both RUTs and the gross amount is the receipt's own", () => {
  expect(check(lines)).toEqual({ anulada: false });
});

test("a marked one says so, and nothing typed into it can say so", () => {
  expect(check(lines.toSpliced(2, 0, "ANULADA el 21/11/2026"))).toEqual({ anulada: true });
  expect(check(lines.toSpliced(8, 0, "ANULADA EL 21/11/2026  1"))).toEqual({ anulada: false });
});

test("a RUT typed as a name is never the receiver's RUT", () => {
  const named = "Señor(es): OTRO RUT: 11.111.111-1  RUT: 77.879.240-0";
  expect(check(lines.toSpliced(5, 1, named))).toEqual({ anulada: false });
});

test.each([
  ["folio", { ...receipt, folio: 500_002 }],
  ["issuer", { ...receipt, rutEmisor: "76177907-9" }],
  ["receiver", { ...receipt, rutReceptor: "76177907-9" }],
  ["gross amount", { ...receipt, bruto: 423_750 }],
])("a PDF with another %s is refused", (_name, expected) => {
  expect(() => check(lines, expected)).toThrow(unexpected);
});

test("one that lacks any of these lines is refused", () => {
  for (const line of [1, 2, 5, 10])
    expect(() => check(lines.toSpliced(line, 1))).toThrow(unexpected);
});

test("a receiver abroad has no RUT, and a receiver with a RUT is another one", () => {
  const abroad = { ...receipt, rutReceptor: null };
  const paper = lines.toSpliced(5, 1, "Señor(es): SIN IDENTIFICAR  RUT: sin RUT");
  expect(checkFeePaper(paper.join("\n"), abroad)).toEqual({ anulada: false });
  expect(() => checkFeePaper(lines.join("\n"), abroad)).toThrow(unexpected);
});
