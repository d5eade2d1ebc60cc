import * as z from "zod";
import {
  accountsOf,
  balanceShape,
  dailyBalancesOf,
  movementShape,
  movementsOf,
  portalText,
  Saldo,
} from "#lib/contract/bank/index.ts";

export const Movimiento = z.strictObject({
  ...movementShape,
  sucursal: portalText("Sucursal").nullable(),
  saldo: Saldo,
});
export type Movimiento = z.infer<typeof Movimiento>;

export const SaldoDiario = z.strictObject(balanceShape);
export type SaldoDiario = z.infer<typeof SaldoDiario>;

export const movimientos = movementsOf("banco_a", Movimiento);
export const saldos = dailyBalancesOf("banco_a", SaldoDiario);
export const cuentas = accountsOf("banco_a");
