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

export const movimientos = movementsOf("banco_a", Movimiento);
export const saldos = dailyBalancesOf("banco_a", SaldoDiario);
export const cuentas = accountsOf("banco_a");
