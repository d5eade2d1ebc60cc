import { counter } from "#lib/contract/bank/index.ts";
import {
  readRows,
  toRecord,
  type Dataset,
  type NewRecord,
  type ReadRows,
} from "#lib/contract/index.ts";
import { movimientos, movimientosVigentes, type Movimiento } from "../store.ts";
import { correctedMovements } from "./corrected-movements.ts";

/**
 * All rows, and in a separate dataset those that count. A correction is dated after what it
 * corrects, by a millisecond when one reading brings both, so the latest instant tells which row
 * counts.
 */
export function movementRows(rows: readonly Movimiento[]): ReadRows[] {
  const positionOf = counter();
  const positions = new Map(
    rows.map((row) => [row, positionOf(`${row.numeroCuenta}|${row.ingreso}|${row.fecha}`)]),
  );
  const byRank: ReadRows[] = [];
  // A month without rows is reported too.
  for (const dataset of [movimientos, movimientosVigentes]) atRank(byRank, dataset, 0);
  for (const written of correctedMovements(rows)) {
    for (const [rank, row] of written.entries()) {
      const record = toRecord(movimientos, row, positions.get(row));
      atRank(byRank, movimientos, rank).push(record);
      if (rank < written.length - 1) continue;
      atRank(byRank, movimientosVigentes, rank).push({ ...record, id: written[0].id });
    }
  }
  return byRank;
}

function atRank(byRank: ReadRows[], dataset: Dataset<Movimiento>, readOrder: number): NewRecord[] {
  const known = byRank.find((rows) => rows.dataset === dataset.id && rows.readOrder === readOrder);
  if (known !== undefined) return known.records;
  const rows: ReadRows = { ...readRows(dataset, []), readOrder };
  if (dataset === movimientosVigentes) rows.uncounted = true;
  byRank.push(rows);
  return rows.records;
}
