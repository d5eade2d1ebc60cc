import type { BrowserSession } from "#lib/browser/index.ts";
import { firstDay, lastDay, type Fecha } from "#lib/chile/index.ts";
import { counter, type Asked } from "#lib/contract/bank/index.ts";
import { toRecord, type NewRecord, type ReadRows } from "#lib/contract/index.ts";
import type { OfferedAccount } from "../parse/accounts.ts";
import { parseMovements } from "../parse/movements.ts";
import { movementsOf } from "../parse/standing.ts";
import { movimientos, movimientosVigentes, type Movimiento } from "../store.ts";
import { searchAll } from "./search.ts";

export interface AccountMonth {
  /** In the order in which they happened. */
  rows: Movimiento[];
  moneda: string;
  incompletos: number;
  completo: boolean;
}

export async function readMonth(
  session: BrowserSession,
  { rut, periodo, account, today }: Asked & { account: OfferedAccount; today: Fecha },
): Promise<AccountMonth> {
  const end = lastDay(periodo);
  const days = { desde: firstDay(periodo), hasta: end < today ? end : today };
  const { rows: raws, moneda, cut } = await searchAll(session, { rut, account }, days);
  const { rows, incompletos } = parseMovements(raws, { ...account, moneda });
  const ofMonth = rows.filter(({ fecha }) => fecha.startsWith(periodo));
  const strangers = rows.length - ofMonth.length;
  return {
    rows: ofMonth,
    moneda,
    incompletos: incompletos + strangers,
    completo: !cut && incompletos + strangers === 0,
  };
}

/**
 * All rows, and beside them those that count. A correction is later than what it corrects, by a
 * millisecond when one reading brings both: then too the greater instant tells which row counts.
 */
export function movementRows(rows: readonly Movimiento[]): ReadRows[] {
  const positionOf = counter();
  const positions = new Map(
    rows.map((row) => [row, positionOf(`${row.numeroCuenta}|${row.ingreso}|${row.fecha}`)]),
  );
  const byRank: ReadRows[] = [];
  for (const { key, rows: written } of movementsOf(rows)) {
    for (const [rank, row] of written.entries()) {
      const record = toRecord(movimientos, row, positions.get(row));
      atRank(byRank, movimientos.id, rank).push(record);
      if (rank < written.length - 1) continue;
      atRank(byRank, movimientosVigentes.id, rank).push({ ...record, id: key });
    }
  }
  return byRank;
}

function atRank(byRank: ReadRows[], dataset: string, laterMs: number): NewRecord[] {
  const known = byRank.find((rows) => rows.dataset === dataset && rows.laterMs === laterMs);
  if (known !== undefined) return known.records;
  const rows: ReadRows = { dataset, records: [], laterMs };
  if (dataset === movimientosVigentes.id) rows.beside = true;
  byRank.push(rows);
  return rows.records;
}
