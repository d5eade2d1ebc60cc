import type { BankBook, LedgerRow } from "../../bank/book.ts";
import { isBusinessDay, nextBusinessDay } from "../../generator/calendar.ts";
import { availableOf, movementRow } from "../../bank/truth.ts";
import type { Account } from "../../generator/accounts.ts";
import { randomFor } from "../../generator/random.ts";
import type { Row, TruthQuery } from "../../system/system.ts";

export interface PrintedRow {
  row: LedgerRow;
  /** Not known on the day itself. */
  posted: string | null;
  /** Printed only with the last row of each day. */
  balance: number | null;
}

/** How a card purchase is recorded until it has its accounting day: it says where it was made. */
const provisionalText = "COMPRA POR CONFIRMAR";

export function printedRows(
  book: BankBook,
  account: Account,
  period: string,
  today: string,
): PrintedRow[] {
  const { rows } = book.month(account, period);
  return rows.map((row, index) => {
    const day = isBusinessDay(row.day) ? row.day : nextBusinessDay(row.day);
    const posted = row.day < today && day <= today ? day : null;
    const isProvisional = posted === null && row.kind === "card";
    return {
      row: isProvisional ? { ...row, text: provisionalText } : row,
      posted,
      balance: rows[index + 1]?.day === row.day ? null : row.balance,
    };
  });
}

export interface Balance {
  account: Account;
  book: number;
  available: number;
  /** Null is not zero: the payroll account does not report it. */
  held: number | null;
  /** Null is not zero: the savings account has none. */
  creditLine: number | null;
}

export function balancesOf(book: BankBook, rut: string): Balance[] {
  return book.accounts(rut).map((account) => {
    const [balance, available] = [book.balance(account), availableOf(book, account)];
    const granted = randomFor(account.number, "credit line").between(10, 90) * 100_000;
    return {
      account,
      book: balance,
      available,
      held: account.position === 2 ? null : balance - available,
      creditLine: account.position === 3 ? null : Math.max(0, granted + Math.min(0, balance)),
    };
  });
}

export function movementsTruth(book: BankBook, { rut, periodo }: TruthQuery, today: string): Row[] {
  return book.accounts(rut).flatMap((account) =>
    printedRows(book, account, periodo, today).map(({ row, posted, balance }) => ({
      ...movementRow(account, row),
      saldo: balance,
      fechaContable: posted,
      sucursal: row.branch,
    })),
  );
}

export function balancesTruth(book: BankBook, { rut }: TruthQuery, today: string): Row[] {
  return balancesOf(book, rut).map(({ account, ...balance }) => ({
    cuenta: account.number,
    fecha: today,
    contable: balance.book,
    disponible: balance.available,
    retenciones: balance.held,
    lineaCredito: balance.creditLine,
    moneda: account.currency,
  }));
}
