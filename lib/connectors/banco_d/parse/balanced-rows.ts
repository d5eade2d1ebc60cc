import { signedOf } from "#lib/contract/bank/index.ts";
import type { Movimiento } from "../store.ts";
import { correctedMovements } from "./corrected-movements.ts";

/**
 * Rows in the bank's order, each with the change of its account's balance; for a correction, the
 * difference it makes.
 */
export function balancedRows(rows: readonly Movimiento[]): { by: number; after: number }[] {
  const moves = new Map<Movimiento, number>();
  for (const written of correctedMovements(rows)) {
    let counted = 0;
    for (const row of written) {
      moves.set(row, signedOf(row) - counted);
      counted = signedOf(row);
    }
  }
  return rows.map((row) => ({ by: moves.get(row) ?? 0, after: row.saldoContable }));
}
