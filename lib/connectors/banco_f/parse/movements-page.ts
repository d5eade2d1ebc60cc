import { parseMoneda, unknownShape } from "#lib/contract/bank/index.ts";
import { MovementsPage, Numbered, RawMovement } from "../portal.ts";
import { rowOf, understood } from "./understood.ts";

export interface PageAsked {
  numeroCuenta: string;
  currency: string;
  /** How many rows the pages before it had. */
  before: number;
}

/** Refuses a page of another account, or one that follows no other; no rows are believed only when the portal says so. */
export function parseMovementsPage(answer: unknown, asked: PageAsked): MovementsPage {
  const page = understood(MovementsPage, answer);
  if (page.cuenta !== asked.numeroCuenta) throw unknownShape("a page of another account");
  if (parseMoneda(page.currency) !== asked.currency) throw unknownShape("another currency");
  const isEmpty = page.movimientos.length === 0;
  if (isEmpty !== (page.estado === "SIN_MOVIMIENTOS")) {
    throw unknownShape("neither movements nor their absence");
  }
  if (isEmpty && page.continuacion !== null) throw unknownShape("more behind an empty page");
  // All rows of one page: a field has another name. Some of them: those rows cannot be read.
  const known = isEmpty || page.movimientos.some((row) => rowOf(RawMovement, row) !== null);
  if (!known) throw unknownShape("movements with other fields");
  const inTurn = page.movimientos.every(
    (row, place) => rowOf(Numbered, row)?.orden === asked.before + place + 1,
  );
  if (!inTurn) throw unknownShape("a page out of its turn");
  return page;
}
