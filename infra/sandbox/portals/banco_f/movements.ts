import { randomUUID } from "node:crypto";
import type { Bank, BankVisit } from "../../bank/bank.ts";
import type { LedgerRow } from "../../bank/book.ts";
import { offeredPeriods } from "../../generator/calendar.ts";
import type { Account } from "../../generator/accounts.ts";
import { printedTexts } from "./texts.ts";
import { wireAmount, wireInstant } from "./words.ts";

/** What the portal remembers about a visit. */
export interface Memory {
  /** Whose data belongs to an id; `identity_mismatch` makes it a stranger's for the whole visit. */
  shownAs: Map<string, string>;
  continuations: Map<string, Continuation>;
}

interface Continuation {
  account: string;
  period: string;
  offset: number;
  /** Later rows are left out of the following pages, because they would push the others down. */
  until: number;
}

export type BancoF = Bank<Memory>;
export type BancoFVisit = BankVisit & Memory;

const rowsPerPage = 75;

/** The second account has no balance after each movement. */
export function showsBalance(account: Account): boolean {
  return account.position !== 2;
}

/**
 * One page, newest first; undefined for an invalid month or continuation. `orden` counts within the answer: the next
 * reading numbers the same movement differently.
 */
export function movementsPage(
  { world, book }: BancoF,
  visit: BancoFVisit,
  account: Account,
  asked: { mes: string | undefined; continuacion: string | undefined },
  changed: boolean,
) {
  const period = offeredPeriods(world.today()).find((one) => one.replace("-", "") === asked.mes);
  if (!period) return undefined;
  const first = { account: account.number, period, offset: 0, until: world.now().getTime() };
  const from = asked.continuacion ? visit.continuations.get(asked.continuacion) : first;
  if (from?.account !== account.number || from.period !== period) return undefined;
  const rows = book
    .month(account, period)
    .rows.filter(({ at }) => at.getTime() <= from.until)
    .toReversed();
  const shown = rows.slice(from.offset, from.offset + rowsPerPage);
  return {
    cuenta: account.number,
    currency: account.currency,
    estado: rows.length === 0 ? "SIN_MOVIMIENTOS" : "CON_MOVIMIENTOS",
    movimientos: shown.map((row, index) => wireRow(account, row, from.offset + index + 1, changed)),
    continuacion:
      from.offset + rowsPerPage < rows.length
        ? remember(visit, { ...from, offset: from.offset + rowsPerPage })
        : null,
  };
}

function wireRow(account: Account, row: LedgerRow, orden: number, changed: boolean) {
  const { currency } = account;
  const { glosa, detalle, transferencia } = printedTexts(row);
  const monto = wireAmount(row.direction === "out" ? -row.amount : row.amount, currency);
  return {
    orden,
    fechaMovimiento: wireInstant(row.day, row.at),
    glosa,
    detalle,
    transferencia,
    numeroDocumento: row.document ?? "",
    ...(changed ? { importe: monto } : { monto }),
    saldo: showsBalance(account) ? wireAmount(row.balance, currency) : null,
  };
}

function remember(visit: BancoFVisit, continuation: Continuation): string {
  const token = randomUUID().replaceAll("-", "");
  visit.continuations.set(token, continuation);
  return token;
}
