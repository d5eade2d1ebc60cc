import { expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import { checkTotals } from "./check-totals.ts";

const totales = { neto: 1_000, exento: 0, iva: 190, total: 1_190 };
const previewed = {
  tipoDte: 33,
  receptorRut: null,
  fechaEmision: Fecha.parse("2026-08-20"),
  totales,
  normalizado: {},
  revisionEmisor: "",
  tiposDte: [],
  anula: null,
  advertencias: [],
};

test("a portal with our totals has read the document as we did", () => {
  expect(() => checkTotals(previewed, totales)).not.toThrow();
  expect(() => checkTotals(previewed, null)).not.toThrow();
});

test("each total in which the portal and we differ is named", () => {
  const refusal = expect.objectContaining({
    code: "tributario_dte_validation_failed",
    details: {
      issues: [
        expect.objectContaining({ path: ["totales", "iva"], code: "contradiction" }),
        expect.objectContaining({ path: ["totales", "total"], code: "contradiction" }),
      ],
    },
  });
  expect(() => checkTotals(previewed, { ...totales, iva: 189, total: 1_189 })).toThrow(refusal);
});
