import type { BankBook, LedgerRow } from "../../bank/book.ts";
import type { Account } from "../../generator/accounts.ts";

export interface NumberedRow extends LedgerRow {
  /** Its position in its account's day, from 1. Both statements print it, so it identifies a row. */
  order: number;
}

export function numberedMonth(book: BankBook, account: Account, period: string): NumberedRow[] {
  let day = "";
  let order = 0;
  return book.month(account, period).rows.map((row) => {
    order = row.day === day ? order + 1 : 1;
    day = row.day;
    return { ...row, order };
  });
}
