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
  fecha: Fecha.describe("Día del movimiento"),
  fechaContable: Fecha.nullable().describe("Día contable; null mientras no llega"),
  descripcion: portalText("Glosa del banco"),
  numeroDocumento: portalText("Número de documento, como texto").nullable(),
  sucursal: portalText("Oficina").nullable(),
  numeroCuenta: NumeroCuenta,
  moneda: Moneda,
  ...amountFields,
  saldoContable: Saldo.nullable().describe(
    "Saldo después del movimiento; el banco solo lo da en el último de cada día",
  ),
});
export type Movimiento = z.infer<typeof Movimiento>;

export const SaldoDiario = z.strictObject({
  fecha: Fecha.describe("Día de la foto del saldo"),
  numeroCuenta: NumeroCuenta,
  moneda: Moneda,
  saldoContable: Saldo,
  saldoDisponible: Saldo,
  retenciones: Saldo.nullable().describe("null: el banco no lo informa, que no es cero"),
  lineaCreditoDisponible: Saldo.nullable().describe("null: el banco no lo informa, que no es cero"),
});
export type SaldoDiario = z.infer<typeof SaldoDiario>;

const newestFirst = { readAtField: "ultimaLecturaEn", order: "newest_first" } as const;

export const movimientos: Dataset<Movimiento> = {
  ...newestFirst,
  id: "banco_e.movimientos",
  list: "movimientos",
  row: Movimiento,
  key: (row) => row.id,
  // The portal gives no hour: its own order inside an account and day is all there is.
  sortKey: (row, position) => `${row.fecha}|${row.numeroCuenta}|${sortablePosition(position)}`,
  periodo: (row) => row.fecha.slice(0, 7),
  account: (row) => row.numeroCuenta,
};

export const saldos: Dataset<SaldoDiario> = {
  ...newestFirst,
  id: "banco_e.saldos",
  list: "saldos",
  row: SaldoDiario,
  key: (row) => `${row.fecha}|${row.numeroCuenta}`,
  sortKey: (row) => `${row.fecha}|${row.numeroCuenta}`,
  periodo: (row) => row.fecha.slice(0, 7),
  account: (row) => row.numeroCuenta,
};

export const cuentas = accountsOf("banco_e");
