import type { Periodo } from "#lib/chile/index.ts";
import {
  balancesMeet,
  readSteady,
  signedOf,
  unknownShape,
  type AccountMonth,
} from "#lib/contract/bank/index.ts";
import { parseMovements } from "../parse/movements.ts";
import type { MovementsPage } from "../portal.ts";
import type { MovimientoGuardado } from "../store.ts";

interface Account {
  numeroCuenta: string;
  currency: string;
  periodo: Periodo;
}

/**
 * Asks for the first page, or for the one after a mark; `before` is how many rows the earlier pages
 * had.
 */
type ReadPage = (page: { continuacion: string | null; before: number }) => Promise<MovementsPage>;

/**
 * Reads every page of one account and month. Rows that moved between two pages leave balances that
 * do not add up; an account without balances is read a second time, and must be the same.
 */
export function readMonth(
  readPage: ReadPage,
  account: Account,
): Promise<AccountMonth<MovimientoGuardado>> {
  return readSteady(async () => {
    const { raws, pages } = await readPages(readPage);
    const { rows, incompletos } = parseMovements(raws, account);
    if (incompletos > 0) return { rows, incompletos, completo: false };
    const balanced = rows.map((row) => ({ by: signedOf(row), after: row.saldo }));
    const isTold = balanced.some(({ after }) => after !== null);
    const again = isTold || pages === 1 ? { raws } : await readPages(readPage);
    const completo = balancesMeet(balanced) && JSON.stringify(again.raws) === JSON.stringify(raws);
    return { rows, incompletos, completo };
  });
}

/** Newest first. */
async function readPages(readPage: ReadPage): Promise<{ raws: unknown[]; pages: number }> {
  const raws: unknown[] = [];
  const followed = new Set<string>();
  let continuacion: string | null = null;
  do {
    const page: MovementsPage = await readPage({ continuacion, before: raws.length });
    raws.push(...page.movimientos);
    ({ continuacion } = page);
    if (continuacion !== null && followed.has(continuacion)) throw unknownShape("pages in a ring");
    if (continuacion !== null) followed.add(continuacion);
  } while (continuacion !== null);
  return { raws, pages: followed.size + 1 };
}
