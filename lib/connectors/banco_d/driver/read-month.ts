import { firstDay, lastDay, type Fecha, type Periodo } from "#lib/chile/index.ts";
import { balancesMeet, readSteady, type AccountMonth } from "#lib/contract/bank/index.ts";
import { balancedRows } from "../parse/balanced-rows.ts";
import { parseMovements } from "../parse/movements.ts";
import type { Movimiento } from "../store.ts";
import { searchAll, type SearchDays } from "./search-all.ts";

interface Asked {
  today: Fecha;
  periodo: Periodo;
  numeroCuenta: string;
}

interface Month extends AccountMonth<Movimiento> {
  moneda: string;
}

/**
 * The rows of one account and month. One answer is a consistent snapshot; across several, a row
 * that moved to another day meanwhile is in both or in none, and their balances do not add up.
 */
export function readMonth(search: SearchDays, asked: Asked): Promise<Month> {
  const { numeroCuenta, periodo, today } = asked;
  const end = lastDay(periodo);
  const days = { desde: firstDay(periodo), hasta: end < today ? end : today };
  return readSteady(async () => {
    const { rows: raws, moneda, cut, full: inParts } = await searchAll(search, days);
    const parsed = parseMovements(raws, { numeroCuenta, moneda });
    const rows = parsed.rows.filter(({ fecha }) => fecha.startsWith(periodo));
    const incompletos = parsed.incompletos + parsed.rows.length - rows.length;
    const isRead = !cut && incompletos === 0;
    const completo = isRead && (!inParts || balancesMeet(balancedRows(rows)));
    return { moneda, rows, incompletos, completo, cut };
  });
}
