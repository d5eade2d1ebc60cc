import * as z from "zod";
import {
  accountsOf,
  balanceShape,
  dailyBalancesOf,
  movementShape,
  movementsOf,
  Saldo,
  sortablePosition,
} from "#lib/contract/bank/index.ts";
import type { Dataset } from "#lib/contract/index.ts";

export const Movimiento = z.strictObject({
  ...movementShape,
  id: movementShape.id.describe("Huella estable de la fila: la misma en cada sincronización"),
  ingreso: z
    .string()
    .describe("Cuándo anotó el banco la fila, en Santiago: una corrección se anota después"),
  saldoContable: Saldo,
});
export type Movimiento = z.infer<typeof Movimiento>;

export const SaldoDiario = z.strictObject({
  ...balanceShape,
  saldo9AM: Saldo.describe("Saldo con que abrió el día"),
  retencion: Saldo.describe("Lo retenido, que aún no está disponible"),
});
export type SaldoDiario = z.infer<typeof SaldoDiario>;

/** Every row that the bank wrote, including those that a later row corrects. */
export const movimientos: Dataset<Movimiento> = {
  ...movementsOf("banco_d", Movimiento),
  // A correction in between must not move any other row: `position` counts within a second.
  sortKey: (row, position) =>
    `${row.fecha}|${row.numeroCuenta}|${row.ingreso}|${sortablePosition(position)}`,
};

/**
 * The row of each movement that counts. Its key is the id of the movement's first row, so a
 * correction replaces what it corrects, while `movimientos` keeps the corrected row as it was.
 */
export const movimientosVigentes: Dataset<Movimiento> = {
  ...movimientos,
  id: "banco_d.movimientos_vigentes",
  // Derived from the rows: a month that is read completely is written anew.
  unseen: "dropped",
};

export const saldos = dailyBalancesOf("banco_d", SaldoDiario);

export const cuentas = accountsOf("banco_d");
