import { addMonths, type Periodo } from "#lib/chile/index.ts";
import {
  eachAccount,
  monthRows,
  notOffered,
  offersMonth,
  rowIds,
} from "#lib/contract/bank/index.ts";
import type { AlcanceReading } from "#lib/contract/index.ts";
import { parseCardList, parseCardMovements, parseCards, type OfferedCard } from "../parse/cards.ts";
import type { ShownPage } from "../portal.ts";
import { movimientosTarjetas } from "../store.ts";
import { openAnswer, openPage, formatMonth, type BancoCVisit } from "./pages.ts";

/** A card is known by its last digits, which two may share: then their rows are counted together. */
export async function readCards(inside: BancoCVisit, periodo: Periodo): Promise<AlcanceReading> {
  const page = await openPage(inside, "/tarjetas");
  const isOffered = offersMonth(page.months, formatMonth(periodo));
  const idOf = rowIds();
  const cards = parseCards(page.cards).map((card) => ({ ...card, numeroCuenta: card.tarjeta }));
  const { months, ...read } = await eachAccount(cards, async (card) => {
    if (!isOffered) return notOffered;
    return parseCardMovements(await readLists(inside, card, page, periodo), {
      card,
      periodo,
      idOf,
    });
  });
  return { rows: [monthRows(movimientosTarjetas, months)], ...read };
}

/** Bills go from the 21st to the 20th: a month is on its own, on the next one, or on none yet. */
async function readLists(
  inside: BancoCVisit,
  card: OfferedCard,
  { months }: ShownPage,
  periodo: Periodo,
) {
  const lists = [];
  for (const bill of [periodo, addMonths(periodo, 1)]) {
    if (months.includes(formatMonth(bill))) lists.push(await readBill(inside, card, bill));
  }
  return [...lists, await readUnbilled(inside, card, periodo)];
}

async function readBill(inside: BancoCVisit, { value }: OfferedCard, bill: Periodo) {
  const asked = { tarjeta: value, estado: "F", mes: formatMonth(bill) };
  return parseCardList(await openAnswer(inside, "/tarjetas", asked), bill);
}

/** The portal asks for a month here too, and shows all that is not billed whichever it is. */
async function readUnbilled(inside: BancoCVisit, { value }: OfferedCard, periodo: Periodo) {
  const asked = { tarjeta: value, estado: "N" };
  const page = await openAnswer(inside, "/tarjetas", asked, { mes: formatMonth(periodo) });
  return parseCardList(page, null);
}
