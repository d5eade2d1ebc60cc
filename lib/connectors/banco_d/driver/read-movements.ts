import { firstDay, lastDay } from "#lib/chile/index.ts";
import {
  counter,
  eachAccount,
  withAccounts,
  type Cuenta,
  type Parsed,
} from "#lib/contract/bank/index.ts";
import {
  readRows,
  toRecord,
  type AlcanceReading,
  type Dataset,
  type NewRecord,
  type ReadRows,
} from "#lib/contract/index.ts";
import { parseAccounts, type OfferedAccount } from "../parse/accounts.ts";
import { parseMovements } from "../parse/movements.ts";
import { movementsOf } from "../parse/movements-of.ts";
import { cuentas, movimientos, movimientosVigentes, type Movimiento } from "../store.ts";
import { openPage, type BancoDVisit } from "./pages.ts";
import { searchAll } from "./search.ts";

export async function readMovements(inside: BancoDVisit): Promise<AlcanceReading> {
  const offered = parseAccounts(await openPage(inside, "/Movimientos.aspx"));
  const { months, ...read } = await eachAccount(offered.rows, (account) =>
    readMonth(inside, account),
  );
  const accounts = { ...offered, rows: months.map(({ cuenta }) => cuenta) };
  const rows = movementRows(months.flatMap((month) => month.rows));
  return withAccounts(cuentas, accounts, { rows, ...read });
}

/** The rows of one account in the order in which they happened, and what they say of it. */
async function readMonth(
  inside: BancoDVisit,
  account: OfferedAccount,
): Promise<Parsed<Movimiento> & { cuenta: Cuenta; completo: boolean; cut: boolean }> {
  const { periodo, today } = inside;
  const { numeroCuenta, tipo } = account;
  const end = lastDay(periodo);
  const days = { desde: firstDay(periodo), hasta: end < today ? end : today };
  const { rows: raws, moneda, cut } = await searchAll(inside, account, days);
  const { rows, incompletos } = parseMovements(raws, { ...account, moneda });
  const ofMonth = rows.filter(({ fecha }) => fecha.startsWith(periodo));
  const strangers = rows.length - ofMonth.length;
  return {
    cuenta: { numeroCuenta, tipo, moneda, estado: null },
    rows: ofMonth,
    incompletos: incompletos + strangers,
    completo: !cut && incompletos + strangers === 0,
    cut,
  };
}

/**
 * All rows, and in a dataset of their own those that count. A correction is later than what it corrects, by a
 * millisecond when one reading brings both: then too the greater instant tells which row counts.
 */
function movementRows(rows: readonly Movimiento[]): ReadRows[] {
  const positionOf = counter();
  const positions = new Map(
    rows.map((row) => [row, positionOf(`${row.numeroCuenta}|${row.ingreso}|${row.fecha}`)]),
  );
  const byRank: ReadRows[] = [];
  // A month without rows is told too.
  for (const dataset of [movimientos, movimientosVigentes]) atRank(byRank, dataset, 0);
  for (const { key, rows: written } of movementsOf(rows)) {
    for (const [rank, row] of written.entries()) {
      const record = toRecord(movimientos, row, positions.get(row));
      atRank(byRank, movimientos, rank).push(record);
      if (rank < written.length - 1) continue;
      atRank(byRank, movimientosVigentes, rank).push({ ...record, id: key });
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
