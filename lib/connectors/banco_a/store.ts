import { z } from "zod";
import { Fecha } from "#lib/chile/index.ts";
import {
  accountsOf,
  amountFields,
  Moneda,
  NumeroCuenta,
  portalText,
  Saldo,
  sortablePosition,
} from "#lib/tools/define/bank/index.ts";
import type { Dataset } from "#lib/tools/define/index.ts";

export const Movimiento = z.strictObject({
  id: z.string().describe("Huella estable del movimiento: la misma en cada sincronización"),
  fecha: Fecha,
  descripcion: portalText("Glosa del banco"),
  numeroDocumento: portalText("Número de documento, como texto").nullable(),
  sucursal: portalText("Sucursal").nullable(),
  numeroCuenta: NumeroCuenta,
  moneda: Moneda,
  ...amountFields,
  saldo: Saldo,
});
export type Movimiento = z.infer<typeof Movimiento>;

export const SaldoDiario = z.strictObject({
  fecha: Fecha.describe("Día de la foto del saldo"),
  numeroCuenta: NumeroCuenta,
  moneda: Moneda,
  saldoContable: Saldo,
  saldoDisponible: Saldo,
});
export type SaldoDiario = z.infer<typeof SaldoDiario>;

export const movimientos: Dataset<Movimiento> = {
  id: "banco_a.movimientos",
  list: "movimientos",
  row: Movimiento,
  readAtField: "ultimaLecturaEn",
  order: "newest_first",
  key: (row) => row.id,
  // The portal gives no hour: its own order inside an account and day is all there is.
  sortKey: (row, position) => `${row.fecha}|${row.numeroCuenta}|${sortablePosition(position)}`,
  periodo: (row) => row.fecha.slice(0, 7),
  account: (row) => row.numeroCuenta,
};

export const saldos: Dataset<SaldoDiario> = {
  id: "banco_a.saldos",
  list: "saldos",
  row: SaldoDiario,
  readAtField: "ultimaLecturaEn",
  order: "newest_first",
  key: (row) => `${row.fecha}|${row.numeroCuenta}`,
  sortKey: (row) => `${row.fecha}|${row.numeroCuenta}`,
  periodo: (row) => row.fecha.slice(0, 7),
  account: (row) => row.numeroCuenta,
};

export const cuentas = accountsOf("banco_a");
