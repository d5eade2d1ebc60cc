import type { Periodo } from "#lib/chile/index.ts";
import {
  eachAccount,
  monthRows,
  notOffered,
  offersMonth,
  rowIds,
} from "#lib/contract/bank/index.ts";
import type { AlcanceReading } from "#lib/contract/index.ts";
import { parseCards, type OfferedCard } from "../parse/cards.ts";
import type { ShownPage } from "../portal.ts";
import { movimientosTarjetas } from "../store.ts";
import { openAnswer, openPage, formatMonth, type BancoCVisit } from "./pages.ts";
import { readCard } from "./read-card.ts";

/**
 * A card is identified by its last digits, which two may share: then their rows are counted
 * together.
 */
export async function readCards(inside: BancoCVisit, periodo: Periodo): Promise<AlcanceReading> {
  const page = await openPage(inside, "/tarjetas");
  const isOffered = offersMonth(page.months, formatMonth(periodo));
  const idOf = rowIds();
  const cards = parseCards(page.cards).map((card) => ({ ...card, numeroCuenta: card.tarjeta }));
  const { months, ...read } = await eachAccount(cards, async (card) => {
    if (!isOffered) return notOffered;
    const openList = (bill: Periodo | null) => openCard(inside, card, { bill, periodo });
    return readCard(openList, { card, periodo, idOf });
  });
  return {
    rows: [monthRows(movimientosTarjetas, months)],
    ...read,
    // Billed in the next month.
    unfinished: months.some(({ rows }) =>
      rows.some(({ estadoFacturacion }) => estadoFacturacion === "no_facturado"),
    ),
  };
}

/** For unbilled purchases the portal asks for a month too, and shows the same for any. */
function openCard(
  inside: BancoCVisit,
  { value }: OfferedCard,
  { bill, periodo }: { bill: Periodo | null; periodo: Periodo },
): Promise<ShownPage> {
  const tarjeta = value;
  return bill === null
    ? openAnswer(inside, "/tarjetas", { tarjeta, estado: "N" }, { mes: formatMonth(periodo) })
    : openAnswer(inside, "/tarjetas", { tarjeta, estado: "F", mes: formatMonth(bill) });
}
