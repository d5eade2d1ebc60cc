import { describe, expect, test } from "vitest";
import type { Account } from "../generator/accounts.ts";
import { mainCompany } from "../generator/companies.ts";
import { createBankBook, type BankBook } from "./book.ts";

const endOfMonth = new Date("2026-12-01T02:50:00Z");

function bookAt(instant: string | Date): { book: BankBook; account: Account } {
  const now = new Date(instant);
  const book = createBankBook({ system: "banco_a", now: () => now });
  const [account] = book.accounts(mainCompany);
  if (!account) throw new Error("no account");
  return { book, account };
}

const added = {
  day: "2026-10-15",
  text: "Ajuste",
  document: null,
  branch: null,
  direction: "in",
  amount: 1234,
} as const;

describe("a bank's book", () => {
  test("holds only what has already happened in the current month", () => {
    const morning = bookAt("2026-11-21T15:00:00Z");
    const soFar = morning.book.month(morning.account, "2026-11");
    const whole = bookAt(endOfMonth);
    const all = whole.book.month(whole.account, "2026-11");
    expect(soFar.rows.length).toBeGreaterThan(0);
    expect(soFar.rows.length).toBeLessThan(all.rows.length);
    expect(all.rows.slice(0, soFar.rows.length)).toEqual(soFar.rows);
    expect(morning.book.month(morning.account, "2026-12").rows).toEqual([]);
    expect(morning.book.balance(morning.account)).toBe(soFar.rows.at(-1)?.balance);
  });

  test("shows the last row of a month at 23:34 in Santiago and not a minute before", () => {
    const before = bookAt("2026-12-01T02:33:59Z");
    const after = bookAt("2026-12-01T02:34:00Z");
    const count = ({ book, account }: typeof before) => book.month(account, "2026-11").rows.length;
    expect(count(after) - count(before)).toBe(1);
    expect(after.book.month(after.account, "2026-11").rows.at(-1)?.day).toBe("2026-11-30");
  });

  test("moves every later balance by an added row, and no earlier one", () => {
    const { book, account } = bookAt(endOfMonth);
    const before = book.month(account, "2026-10");
    const next = book.month(account, "2026-11");
    book.add(account, added);
    const after = book.month(account, "2026-10");
    const index = after.rows.findIndex((row) => row.text === "Ajuste");
    expect(after.rows).toHaveLength(before.rows.length + 1);
    expect(after.rows.slice(0, index)).toEqual(before.rows.slice(0, index));
    expect(after.rows.slice(index + 1).map((row) => row.balance)).toEqual(
      before.rows.slice(index).map((row) => row.balance + 1234),
    );
    expect(book.month(account, "2026-11").closing).toBe(next.closing + 1234);
    expect(book.month(account, "2026-09").closing).toBe(after.opening);
  });
});
