import { expect, test } from "vitest";
import { movimientosConsultar as ofD } from "#lib/connectors/banco_d/tools/movimientos-consultar.ts";
import { movimientosConsultar as ofF } from "#lib/connectors/banco_f/tools/movimientos-consultar.ts";
import { rowOf } from "./row-of.ts";

test("a row is the tool's example with these fields, without what is added when it is read", () => {
  const row = rowOf(ofD, { fecha: "2027-01-31", monto: 7 });
  const [shown] = (ofD.example.output as { movimientos: Record<string, unknown>[] }).movimientos;
  const { ultimaLecturaEn: _read, completo: _complete, ...stored } = shown ?? {};
  expect(row).toEqual({ ...stored, fecha: "2027-01-31", monto: 7 });
  expect(row).toMatchObject({ moneda: "CLP", numeroCuenta: "34946893947" });
});

test("a field that the dataset does not have, or would refuse, is named", () => {
  // @ts-expect-error: no row of this bank has it
  expect(() => rowOf(ofD, { currency: "CLP" })).toThrow(/banco_d.+currency/);
  // @ts-expect-error: an amount is a number
  expect(() => rowOf(ofD, { monto: "7" })).toThrow(/monto/);
  expect(() => rowOf(ofD, { fecha: "2027-02-30" })).toThrow(/fecha/);
});

test("a stored field that the tool does not show has to be given", () => {
  expect(() => rowOf(ofF, {})).toThrow(/detalle/);
  expect(rowOf(ofF, { detalle: null, transferencia: null })).toMatchObject({ currency: "CLP" });
});

test("a text that the dataset cleans stays as it was given", () => {
  expect(rowOf(ofD, { descripcion: "a\u200bb" })).toMatchObject({ descripcion: "a\u200bb" });
});
