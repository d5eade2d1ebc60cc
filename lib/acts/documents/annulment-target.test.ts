import { expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type { DteReference } from "#lib/contract/index.ts";
import { targetOf } from "./annulment-target.ts";

const day = Fecha.parse("2026-08-20");

function document(tipoDte: number, reference: Omit<DteReference, "fecha">) {
  return {
    tipoDte,
    receptor: null,
    lineas: [],
    formaPago: "contado" as const,
    fechaEmision: day,
    referencias: [{ ...reference, fecha: day }],
  };
}

test.each([
  [61, { tipoDoc: 33, folio: "120", codigo: 1 }, "33|120"],
  [61, { tipoDoc: 33, folio: "00120", codigo: 1 }, "33|120"],
  [61, { tipoDoc: 801, folio: "0-A", codigo: 1 }, "801|0-A"],
  [61, { tipoDoc: 33, folio: "120", codigo: 2 }, null],
  [61, { tipoDoc: 33, folio: "120", codigo: 3 }, null],
  [56, { tipoDoc: 61, folio: "120", codigo: 1 }, null],
  [33, { tipoDoc: 801, folio: "120" }, null],
] as const)(
  "a document of type %i with the reference %j takes back %s",
  (type, reference, target) => {
    expect(targetOf({ kind: "dte", documento: document(type, reference) })).toBe(target);
  },
);

test("an annulment reverses the document it names, a receipt none", () => {
  const annulment = { tipoDte: 33, folio: 120, motivo: null, fechaEmision: day };
  expect(targetOf({ kind: "anulacion", ...annulment })).toBe("33|120");
  const receipt = document(39, { tipoDoc: 33, folio: "120", codigo: 1 });
  expect(targetOf({ kind: "boleta", documento: receipt })).toBeNull();
});
