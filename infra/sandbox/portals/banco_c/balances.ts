import type { BankBook } from "../../bank/book.ts";
import { availableOf } from "../../bank/truth.ts";
import type { Account } from "../../generator/accounts.ts";
import { randomFor } from "../../generator/random.ts";

export interface Balance {
  account: Account;
  book: number;
  available: number;
  /** What is left of the credit line: an overdraft uses it up. */
  creditLine: number;
}

export function balancesOf(book: BankBook, rut: string): Balance[] {
  return book.accounts(rut).map((account) => {
    const balance = book.balance(account);
    const granted = randomFor(account.number, "credit line").between(20, 120) * 100_000;
    return {
      account,
      book: balance,
      available: availableOf(book, account),
      creditLine: Math.max(0, granted + Math.min(0, balance)),
    };
  });
}
