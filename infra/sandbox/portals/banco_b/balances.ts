import type { BankBook } from "../../bank/book.ts";
import { availableOf, balanceTruth } from "../../bank/truth.ts";
import { plainAmount, type Account } from "../../generator/accounts.ts";
import type { Row, TruthQuery } from "../../system/system.ts";
import { displayed } from "./words.ts";

/** The book balance plus what has been announced but not yet booked. */
function provisionalOf(book: BankBook, account: Account): number {
  const balance = book.balance(account);
  return balance + Math.floor(Math.abs(balance) / 60);
}

export function balanceRow(book: BankBook, account: Account, changed: boolean): Row {
  const { currency } = account;
  return {
    cuenta: account.number,
    moneda: currency,
    [changed ? "saldoLibro" : "saldoContable"]: displayed(book.balance(account), currency),
    saldoDisponible: displayed(availableOf(book, account), currency),
    saldoProvisorio: displayed(provisionalOf(book, account), currency),
  };
}

export function balancesTruth(book: BankBook, now: Date, query: TruthQuery): Row[] {
  return balanceTruth(book, now, query, (account) => ({
    provisorio: plainAmount(provisionalOf(book, account), account.currency),
  }));
}
