import { addMonths, type Periodo } from "#lib/chile/index.ts";
import { readSteady, type AccountMonth } from "#lib/contract/bank/index.ts";
import {
  apartFrom,
  parseCardList,
  parseCardMovements,
  type CardList,
  type CardMonth,
} from "../parse/cards.ts";
import type { ShownPage } from "../portal.ts";
import type { MovimientoTarjeta } from "../store.ts";
import { formatMonth } from "./pages.ts";

/** Asks for one bill, or for what is not billed yet. */
type OpenList = (bill: Periodo | null) => Promise<ShownPage>;

/** A card's month, from all lists that it may be on. */
export async function readCard(
  openList: OpenList,
  asked: CardMonth,
): Promise<AccountMonth<MovimientoTarjeta>> {
  const { lists, completo } = await readLists(openList, asked.periodo);
  const { rows, incompletos } = parseCardMovements(lists, asked);
  return { rows, incompletos, completo: completo && incompletos === 0 };
}

/**
 * A purchase billed while the lists are read is on two of them; read again, it is only on its bill.
 * If the same rows are on two lists again, they are equal purchases.
 */
function readLists(openList: OpenList, periodo: Periodo) {
  let before = "";
  return readSteady(async () => {
    const { bills, unbilled } = await openLists(openList, periodo);
    const apart = apartFrom(bills, unbilled);
    const shown = JSON.stringify([bills, unbilled]);
    const completo = apart.rows.length === unbilled.rows.length || shown === before;
    before = shown;
    return { lists: [...bills, completo ? unbilled : apart], incompletos: 0, completo };
  });
}

/**
 * Bills go from the 21st to the 20th: a month's rows are on its own bill, on the next one, or
 * unbilled. The unbilled list is read first and tells which bills exist: whatever leaves it
 * meanwhile is on one of them.
 */
async function openLists(openList: OpenList, periodo: Periodo) {
  const page = await openList(null);
  const bills: CardList[] = [];
  for (const bill of [periodo, addMonths(periodo, 1)]) {
    if (!page.months.includes(formatMonth(bill))) continue;
    bills.push(parseCardList(await openList(bill), bill));
  }
  return { bills, unbilled: parseCardList(page, null) };
}
