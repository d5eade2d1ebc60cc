import {
  balancesMeet,
  readSteady,
  signedOf,
  unknownShape,
  type AccountMonth,
} from "#lib/contract/bank/index.ts";
import { parseMovements, type AskedMonth } from "../parse/movements.ts";
import type { Piece } from "../parse/piece.ts";
import type { RawMovement } from "../portal.ts";
import type { Movimiento } from "../store.ts";

/** Asks for one page, from 1; `before` is how many rows the earlier pages had. */
type ReadPiece = (page: { pagina: number; before: number }) => Promise<Piece>;

/**
 * Reads every page of one account and month. A movement that arrives meanwhile changes the total;
 * one that replaces another does not, but then the balances of two days do not add up.
 */
export function readMonth(
  readPiece: ReadPiece,
  account: AskedMonth,
): Promise<AccountMonth<Movimiento>> {
  return readSteady(async () => {
    const { raws, grew } = await readPages(readPiece);
    const { rows, incompletos } = parseMovements(raws, account);
    const balanced = rows.map((row) => ({ by: signedOf(row), after: row.saldoContable }));
    const completo = !grew && incompletos === 0 && balancesMeet(balanced);
    return { rows, incompletos, completo };
  });
}

async function readPages(
  readPiece: ReadPiece,
): Promise<{ raws: (RawMovement | null)[]; grew: boolean }> {
  const first = await readPiece({ pagina: 1, before: 0 });
  const raws = [...first.rows];
  for (let pagina = 2; raws.length < first.total; pagina += 1) {
    const piece = await readPiece({ pagina, before: raws.length });
    if (piece.total !== first.total) return { raws, grew: true };
    raws.push(...piece.rows);
  }
  if (raws.length > first.total) throw unknownShape("more rows than the portal counts");
  return { raws, grew: false };
}
