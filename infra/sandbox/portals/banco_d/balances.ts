import type { BankBook } from "../../bank/book.ts";
import { availableOf, balanceTruth } from "../../bank/truth.ts";
import { plainAmount, type Account } from "../../generator/accounts.ts";
import { moveDay, periodOf, santiagoDay, santiagoInstant } from "../../generator/calendar.ts";
import type { Row, TruthQuery } from "../../system/system.ts";

export interface FourBalances {
  book: number;
  available: number;
  nineAm: number;
  held: number;
}

export function fourBalances(book: BankBook, account: Account, now: Date): FourBalances {
  const total = book.balance(account);
  const available = availableOf(book, account);
  return {
    book: total,
    available,
    nineAm: balanceAt(book, account, lastNineAm(now)),
    held: total - available,
  };
}

function lastNineAm(now: Date): Date {
  const today = santiagoDay(now);
  const nine = santiagoInstant(today, "09:00:00");
  return nine <= now ? nine : santiagoInstant(moveDay(today, -1), "09:00:00");
}

function balanceAt(book: BankBook, account: Account, instant: Date): number {
  const { opening, rows } = book.month(account, periodOf(santiagoDay(instant)));
  return rows.findLast((row) => row.at <= instant)?.balance ?? opening;
}

export function balancesTruth(book: BankBook, now: Date, query: TruthQuery): Row[] {
  return balanceTruth(book, now, query, (account) => {
    const { nineAm, held } = fourBalances(book, account, now);
    return {
      saldo9am: plainAmount(nineAm, account.currency),
      retencion: plainAmount(held, account.currency),
    };
  });
}
