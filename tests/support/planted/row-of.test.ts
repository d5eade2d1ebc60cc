import { expect, test } from "vitest";
import { movimientosConsultar as ofD } from "#lib/connectors/banco_d/tools/movimientos-consultar.ts";
import { movimientosConsultar as ofF } from "#lib/connectors/banco_f/tools/movimientos-consultar.ts";
import { rowOf } from "./row-of.ts";

test("a row is the tool's example, without what is added when it is read", () => {
  expect(rowOf(ofD, { fecha: "2027-01-31", monto: 7 })).toEqual({
    id: "p3Vq0s8mJ1xYtR4nKc7bZw",
    fecha: "2027-01-31",
    ingreso: "2026-08-12T10:30:48",
    descripcion: "Pago factura Viña Ñandú & Cía.",
    numeroDocumento: "00412233",
    numeroCuenta: "34946893947",
    moneda: "CLP",
    monto: 7,
    type: "credit",
    display: "-$1.234.567",
    saldoContable: 8_765_433,
  });
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
