import { accountsOf, type Account, type Currency } from "../generator/accounts.ts";
import { periodOf, santiagoDay, santiagoInstant } from "../generator/calendar.ts";
import { monthOf, openingOf, type Movement } from "../generator/month.ts";
import { plainWording, type Wording } from "../generator/wording.ts";

export interface LedgerRow extends Movement {
  text: string;
  /** The carried balance after this row. */
  balance: number;
  /** A second text, of added rows at a bank that prints one. */
  detail?: string | null;
}

export interface LedgerMonth {
  opening: number;
  rows: LedgerRow[];
  closing: number;
}

export interface BankBook {
  accounts(rut: string): Account[];
  /** What exists by now: rows of the future do not, and added rows move every later balance. */
  month(account: Account, period: string): LedgerMonth;
  balance(account: Account): number;
  add(account: Account, row: AddedRow): void;
}

export interface AddedRow {
  day: string;
  text: string;
  document: string | null;
  branch: string | null;
  direction: "out" | "in";
  amount: number;
  detail?: string | null;
}

export interface BankBookOptions {
  system: string;
  now(): Date;
  currencies?: readonly [Currency, Currency, Currency];
  wording?: Wording;
}

const cachedMonths = 60;

export function createBankBook(options: BankBookOptions): BankBook {
  const { system, currencies = ["CLP", "CLP", "USD"], wording = plainWording } = options;
  const generated = new Map<string, Movement[]>();
  const added: { account: string; row: Omit<LedgerRow, "balance"> }[] = [];

  function generatedMonth(account: Account, period: string): Movement[] {
    const key = `${account.number}|${period}`;
    const movements = generated.get(key) ?? monthOf(account, period);
    generated.delete(key);
    generated.set(key, movements);
    const [oldest] = generated.keys();
    if (generated.size > cachedMonths && oldest) generated.delete(oldest);
    return movements;
  }

  function month(account: Account, period: string): LedgerMonth {
    const own = added.filter((one) => one.account === account.number).map((one) => one.row);
    const opening =
      openingOf(account, period) +
      own.filter((row) => periodOf(row.day) < period).reduce((sum, row) => sum + signed(row), 0);
    const moment = options.now().getTime();
    const rows = [
      ...generatedMonth(account, period).map((row) => ({ ...row, text: wording(row) })),
      ...own.filter((row) => periodOf(row.day) === period),
    ].filter((row) => row.at.getTime() <= moment);
    rows.sort((a, b) => a.at.getTime() - b.at.getTime());
    let balance = opening;
    const carried = rows.map((row) => ({ ...row, balance: (balance += signed(row)) }));
    return { opening, rows: carried, closing: balance };
  }

  return {
    accounts: (rut) => accountsOf(system, rut, currencies),
    month,
    balance: (account) => month(account, periodOf(santiagoDay(options.now()))).closing,
    add(account, { day, ...row }) {
      // The last row of its day, or of today so far.
      const at =
        day === santiagoDay(options.now()) ? options.now() : santiagoInstant(day, "23:59:30");
      const movement = { ...row, day, at, kind: "own_funds" as const, party: null };
      added.push({ account: account.number, row: movement });
    },
  };
}

function signed(movement: { direction: "out" | "in"; amount: number }): number {
  return movement.direction === "in" ? movement.amount : -movement.amount;
}
