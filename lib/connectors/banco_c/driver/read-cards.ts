import { addMonths, type Periodo } from "#lib/chile/index.ts";
import { dayRecords, unknownShape } from "#lib/contract/bank/index.ts";
import { readRows, type AlcanceReading } from "#lib/contract/index.ts";
import { parseCardList, parseCardMovements, parseCards, type OfferedCard } from "../parse/cards.ts";
import { movimientosTarjetas } from "../store.ts";
import { openAnswer, openPage, formatMonth, type BancoCVisit } from "./pages.ts";

/** Bills go from the 21st to the 20th: a month is on its own, on the next one, or on none yet. */
export async function readCards(inside: BancoCVisit, periodo: Periodo): Promise<AlcanceReading> {
  const page = await openPage(inside, "/tarjetas");
  if (!page.months.includes(formatMonth(periodo)))
    throw unknownShape("a month that is not offered");
  const bills = [periodo, addMonths(periodo, 1)].filter((bill) =>
    page.months.includes(formatMonth(bill)),
  );
  const records = [];
  const completoPorCuenta: Record<string, boolean> = {};
  let incompletos = 0;
  for (const card of parseCards(page.cards)) {
    const lists = [];
    for (const bill of bills) lists.push(await readBill(inside, card, bill));
    lists.push(await readUnbilled(inside, card, periodo));
    const month = parseCardMovements(lists, card, periodo);
    records.push(...dayRecords(movimientosTarjetas, month.rows));
    completoPorCuenta[card.tarjeta] = month.incompletos === 0;
    incompletos += month.incompletos;
  }
  return {
    rows: [readRows(movimientosTarjetas, records)],
    incompletos,
    completo: incompletos === 0,
    completoPorCuenta,
  };
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
