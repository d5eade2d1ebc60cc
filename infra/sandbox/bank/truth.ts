import { plainAmount, type Account } from "../generator/accounts.ts";
import { santiagoDay } from "../generator/calendar.ts";
import type { Row, TruthQuery } from "../system/system.ts";
import type { BankBook, LedgerRow } from "./book.ts";

/** `more` adds what only one bank says about a movement. */
export function movementTruth(
  book: BankBook,
  { rut, periodo }: TruthQuery,
  more: (row: LedgerRow, account: Account) => Row = () => ({}),
): Row[] {
  return book
    .accounts(rut)
    .flatMap((account) =>
      book
        .month(account, periodo)
        .rows.map((row) => ({ ...movementRow(account, row), ...more(row, account) })),
    );
}

export function movementRow(account: Account, row: LedgerRow): Row {
  const amount = plainAmount(row.amount, account.currency);
  return {
    cuenta: account.number,
    fecha: row.day,
    glosa: row.text,
    documento: row.document,
    cargo: row.direction === "out" ? amount : 0,
    abono: row.direction === "in" ? amount : 0,
    saldo: plainAmount(row.balance, account.currency),
    moneda: account.currency,
  };
}

export function balanceTruth(
  book: BankBook,
  now: Date,
  { rut }: TruthQuery,
  more: (account: Account) => Row = () => ({}),
): Row[] {
  return book.accounts(rut).map((account) => ({
    cuenta: account.number,
    fecha: santiagoDay(now),
    contable: plainAmount(book.balance(account), account.currency),
    disponible: plainAmount(availableOf(book, account), account.currency),
    moneda: account.currency,
    ...more(account),
  }));
}

/** Part of the deposits is held back for a day, so the available balance differs from the book balance. */
export function availableOf(book: BankBook, account: Account): number {
  const balance = book.balance(account);
  return balance > 0 ? balance - Math.floor(balance / 40) : balance;
}
