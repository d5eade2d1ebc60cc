import { accountsOf, type Account, type Currency } from "../generator/accounts.ts";
import { periodOf, santiagoDay, santiagoInstant } from "../generator/calendar.ts";
import { monthOf, openingOf, type Movement } from "../generator/month.ts";
import { plainWording, type Wording } from "../generator/wording.ts";

export interface BookedMovement extends Movement {
  /** Replaces the portal's wording. */
  text?: string;
  /** When the bank recorded it, if later than it happened; until then it is not visible. */
  postedAt?: Date;
  /** How far it moves the balance, if not by its amount: a correction moves it by the difference. */
  effect?: number;
}

export interface LedgerRow extends BookedMovement {
  text: string;
  /** The running balance after this row. */
  balance: number;
  /** A second text, for added rows at a bank that prints one. */
  detail?: string | null;
}

export interface LedgerMonth {
  opening: number;
  rows: LedgerRow[];
  closing: number;
}

export interface BankBook {
  accounts(rut: string): Account[];
  /** What exists at the moment: rows of the future do not, and added rows move every later balance. */
  month(account: Account, period: string): LedgerMonth;
  balance(account: Account): number;
  add(account: Account, row: AddedRow): void;
}

interface AddedRow {
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
  /** What this bank records for a month, in order; it must end at the month's closing balance. */
  generate?: (account: Account, period: string) => BookedMovement[];
  /** Whether an added row with the day, document and direction of another row corrects it. */
  corrections?: boolean;
}

const cachedMonths = 60;

export function createBankBook(options: BankBookOptions): BankBook {
  const { system, currencies = ["CLP", "CLP", "USD"], wording = plainWording } = options;
  const { generate = monthOf } = options;
  const generated = new Map<string, BookedMovement[]>();
  const added: { account: string; row: Omit<LedgerRow, "balance"> }[] = [];

  function generatedMonth(account: Account, period: string): BookedMovement[] {
    const key = `${account.number}|${period}`;
    const movements = generated.get(key) ?? generate(account, period);
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
      own.filter((row) => periodOf(row.day) < period).reduce((sum, row) => sum + effectOf(row), 0);
    const moment = options.now().getTime();
    const rows = [
      ...generatedMonth(account, period).map((row) => ({
        ...row,
        text: row.text ?? wording(row),
      })),
      ...own.filter((row) => periodOf(row.day) === period),
    ].filter((row) => (row.postedAt ?? row.at).getTime() <= moment);
    rows.sort((a, b) => a.at.getTime() - b.at.getTime());
    let balance = opening;
    const carried = rows.map((row) => ({ ...row, balance: (balance += effectOf(row)) }));
    return { opening, rows: carried, closing: balance };
  }

  function correctedBy(account: Account, row: AddedRow): LedgerRow | undefined {
    if (!options.corrections || row.document === null) return undefined;
    const same = month(account, periodOf(row.day)).rows.filter(
      ({ day, document, direction }) =>
        day === row.day && document === row.document && direction === row.direction,
    );
    const isTwin = same.some(({ amount, text }) => amount === row.amount && text === row.text);
    return isTwin ? undefined : same.at(-1);
  }

  return {
    accounts: (rut) => accountsOf(system, rut, currencies),
    month,
    balance: (account) => month(account, periodOf(santiagoDay(options.now()))).closing,
    add(account, row) {
      const postedAt = options.now();
      // The last row of its day, or of today so far.
      const at =
        row.day === santiagoDay(postedAt) ? postedAt : santiagoInstant(row.day, "23:59:30");
      const movement = { ...row, at, postedAt, kind: "own_funds" as const, party: null };
      const corrected = correctedBy(account, row);
      const effect = corrected && { effect: signed(row) - signed(corrected) };
      added.push({ account: account.number, row: { ...movement, ...effect } });
    },
  };
}

function effectOf(row: BookedMovement): number {
  return row.effect ?? signed(row);
}

function signed(movement: { direction: "out" | "in"; amount: number }): number {
  return movement.direction === "in" ? movement.amount : -movement.amount;
}
