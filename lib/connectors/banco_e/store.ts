import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
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
  fechaContable: Fecha.nullable().describe("Día contable; null mientras no llega"),
  sucursal: portalText("Oficina").nullable(),
  saldoContable: Saldo.nullable().describe(
    "Saldo después del movimiento; el banco solo lo da en el último de cada día",
  ),
});
export type Movimiento = z.infer<typeof Movimiento>;

export const SaldoDiario = z.strictObject({
  ...balanceShape,
  retenciones: Saldo.nullable().describe("null: el banco no lo informa, que no es cero"),
  lineaCreditoDisponible: Saldo.nullable().describe("null: el banco no lo informa, que no es cero"),
});
export type SaldoDiario = z.infer<typeof SaldoDiario>;

export const movimientos = movementsOf("banco_e", Movimiento);
export const saldos = dailyBalancesOf("banco_e", SaldoDiario);

export const cuentas = accountsOf("banco_e");
