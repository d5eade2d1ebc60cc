import { toRecord, type Dataset } from "../dataset/dataset.ts";
import type { AlcanceReading } from "../driver/driver.ts";
import { readRows, type ReadRows } from "../dataset/read-rows.ts";
import { accountRows, type Cuenta } from "./accounts.ts";
import { counter } from "./fingerprint.ts";

/** Rows that could be read, and how many could not. */
export interface Parsed<Row> {
  rows: readonly Row[];
  incompletos: number;
}

/** A list that the portal shows completely. */
export function listReading<Row extends Record<string, unknown>>(
  dataset: Dataset<Row>,
  { rows, incompletos }: Parsed<Row>,
): AlcanceReading {
  const records = rows.map((row) => toRecord(dataset, row));
  return { rows: [readRows(dataset, records)], incompletos, completo: incompletos === 0 };
}

interface BalanceRow extends Record<string, unknown> {
  numeroCuenta: string;
}

/** Balances, which a portal shows of all accounts at once: one that it does not show is unknown. */
export function balancesReading<Row extends BalanceRow>(
  dataset: Dataset<Row>,
  balances: Parsed<Row>,
): AlcanceReading {
  const reading = listReading(dataset, balances);
  // One that cannot be read may be of any account.
  if (balances.incompletos > 0) return reading;
  const shown = balances.rows.map(({ numeroCuenta }) => [numeroCuenta, true] as const);
  return { ...reading, completoPorCuenta: Object.fromEntries(shown) };
}

/**
 * A module's rows, and the accounts that come with it: one that cannot be read is missing. So is one
 * that has another's number, as in a second currency: a portal asked by number shows the first, and
 * rows are stored by number.
 */
export function withAccounts(
  dataset: Dataset<Cuenta>,
  accounts: Parsed<Cuenta>,
  reading: AlcanceReading,
): AlcanceReading {
  const numbers = accounts.rows.map(({ numeroCuenta }) => numeroCuenta);
  const shared = numbers.filter((number, place) => numbers.indexOf(number) < place);
  const missing = accounts.incompletos + shared.length;
  const { completoPorCuenta } = reading;
  return {
    ...reading,
    rows: [accountRows(dataset, accounts.rows), ...reading.rows],
    incompletos: reading.incompletos + missing,
    completo: reading.completo === true && missing === 0,
    ...(completoPorCuenta !== undefined && {
      completoPorCuenta: {
        ...completoPorCuenta,
        ...Object.fromEntries(shared.map((number) => [number, false])),
      },
    }),
  };
}

/** Balances on a page that also describes each account. */
export function accountBalances<Row extends BalanceRow>(
  datasets: { cuentas: Dataset<Cuenta>; saldos: Dataset<Row> },
  { rows, incompletos }: Parsed<{ cuenta: Cuenta; saldo: Row }>,
): AlcanceReading {
  const balances = { rows: rows.map(({ saldo }) => saldo), incompletos };
  // Counted once: the row of an unreadable account is also its balance's.
  const accounts = { rows: rows.map(({ cuenta }) => cuenta), incompletos: 0 };
  return withAccounts(datasets.cuentas, accounts, balancesReading(datasets.saldos, balances));
}

interface AccountMonth {
  incompletos: number;
  /** By default, whether every row could be read. */
  completo?: boolean;
  /** The portal shows no more of it, however often it is asked. */
  cut?: boolean;
}

/**
 * Reads one account after another, since a portal shows one at a time. Two with one number, such as
 * cards with the same last digits, are complete when both are.
 */
export async function eachAccount<
  Account extends { numeroCuenta: string },
  Month extends AccountMonth,
>(accounts: readonly Account[], read: (account: Account) => Promise<Month>) {
  const months: Month[] = [];
  const completoPorCuenta: Record<string, boolean> = {};
  const cortadas: string[] = [];
  let incompletos = 0;
  for (const account of accounts) {
    const month = await read(account);
    months.push(month);
    const { numeroCuenta } = account;
    const whole = month.completo ?? month.incompletos === 0;
    completoPorCuenta[numeroCuenta] = whole && completoPorCuenta[numeroCuenta] !== false;
    if (month.cut === true && month.incompletos === 0) cortadas.push(numeroCuenta);
    incompletos += month.incompletos;
  }
  const completo = Object.values(completoPorCuenta).every(Boolean);
  return { months, incompletos, completo, completoPorCuenta, cortadas };
}

/**
 * The rows of all accounts in chronological order, each with its position within its account's day.
 */
export function monthRows<Row extends Record<string, unknown> & { fecha: string }>(
  dataset: Dataset<Row>,
  months: readonly { rows: readonly Row[] }[],
): ReadRows {
  const positionOf = counter();
  const records = months.flatMap(({ rows }) =>
    rows.map((row) => {
      const place = positionOf(`${row.fecha}|${dataset.account(row) ?? ""}`);
      return toRecord(dataset, row, place);
    }),
  );
  return readRows(dataset, records);
}
