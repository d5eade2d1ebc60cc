import { fingerprint } from "#lib/contract/bank/index.ts";
import type { Movimiento } from "../store.ts";

/** A movement, which the bank may have written down more than once. */
interface Movement {
  key: string;
  /** Its rows, the one that counts last. */
  rows: [Movimiento, ...Movimiento[]];
}

/**
 * Which rows are of one movement. A row with the account, day, document and side of an earlier one
 * corrects it; one that is equal to it in all is its twin; without a document nobody can tell.
 */
export function movementsOf(rows: readonly Movimiento[]): Movement[] {
  const byDocument = Map.groupBy(rows, documentOf);
  return [...byDocument].flatMap(([document, written]) => {
    const movements: Movement[] = [];
    for (const row of written.toSorted(byEntry)) {
      const corrected = document === null ? undefined : correctedBy(row, movements);
      if (corrected !== undefined) corrected.rows.push(row);
      else movements.push({ key: keyOf(row, document, movements.length), rows: [row] });
    }
    return movements;
  });
}

function documentOf({ numeroCuenta, fecha, numeroDocumento, type }: Movimiento): string | null {
  if (numeroDocumento === null) return null;
  return JSON.stringify([numeroCuenta, fecha, numeroDocumento, type]);
}

function correctedBy(row: Movimiento, movements: readonly Movement[]): Movement | undefined {
  if (movements.some(({ rows }) => looks(rows.at(-1)) === looks(row))) return undefined;
  return movements.find(({ rows }) => (rows.at(-1)?.ingreso ?? "") < row.ingreso);
}

/** Of the movements of one document the first keeps its key, whatever rows come later. */
function keyOf(row: Movimiento, document: string | null, place: number): string {
  return document === null ? row.id : fingerprint([document, place]);
}

function looks(row: Movimiento | undefined): string {
  return JSON.stringify([row?.descripcion, row?.monto]);
}

function byEntry(one: Movimiento, other: Movimiento): number {
  return one.ingreso < other.ingreso ? -1 : Number(one.ingreso > other.ingreso);
}
