import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import {
  accountsOf,
  amountFields,
  dailyBalancesOf,
  Moneda,
  movementsOf,
  NumeroCuenta,
  portalText,
  Saldo,
} from "#lib/contract/bank/index.ts";

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

export const movimientos = movementsOf("banco_e", Movimiento);
export const saldos = dailyBalancesOf("banco_e", SaldoDiario);

export const cuentas = accountsOf("banco_e");
