import { inUnits, signedOf } from "#lib/contract/bank/index.ts";
import type { Movimiento } from "../store.ts";

/**
 * The rows of one movement, which the bank may have written more than once: the last one counts.
 */
type Movement = [Movimiento, ...Movimiento[]];

/** A row, and by how much it moved its account's balance; null if unknown. */
interface Moved {
  row: Movimiento;
  by: number | null;
}

/**
 * Groups rows, given in the bank's order, by movement. A row with the account, day, document and
 * side of an earlier one corrects it if the balance moved by their difference. In doubt both count.
 */
export function correctedMovements(rows: readonly Movimiento[]): Movement[] {
  const byDocument = Map.groupBy(movedBy(rows), ({ row }) => documentOf(row));
  return [...byDocument].flatMap(([document, written]) => {
    const movements: Movement[] = [];
    for (const moved of written.toSorted(byEntry)) {
      const corrected = document === null ? undefined : correctedBy(moved, movements);
      if (corrected !== undefined) corrected.push(moved.row);
      else movements.push([moved.row]);
    }
    return movements;
  });
}

function movedBy(rows: readonly Movimiento[]): Moved[] {
  const balances = new Map<string, number>();
  return rows.map((row) => {
    const before = balances.get(row.numeroCuenta);
    const after = inUnits(row.saldoContable);
    balances.set(row.numeroCuenta, after);
    return { row, by: before === undefined ? null : after - before };
  });
}

/** The bank writes all zeros for a movement without a number. */
function documentOf({ numeroCuenta, fecha, numeroDocumento, type }: Movimiento): string | null {
  if (numeroDocumento === null || /^0*$/.test(numeroDocumento)) return null;
  return JSON.stringify([numeroCuenta, fecha, numeroDocumento, type]);
}

function correctedBy({ row, by }: Moved, movements: readonly Movement[]): Movement | undefined {
  return movements.find((rows) => {
    const last = rows.at(-1);
    if (last === undefined || last.ingreso >= row.ingreso) return false;
    return by === inUnits(signedOf(row)) - inUnits(signedOf(last));
  });
}

function byEntry({ row: one }: Moved, { row: other }: Moved): number {
  return one.ingreso < other.ingreso ? -1 : Number(one.ingreso > other.ingreso);
}
