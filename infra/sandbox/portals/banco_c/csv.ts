import type { BankBook, LedgerRow } from "../../bank/book.ts";
import type { Account } from "../../generator/accounts.ts";
import { dayOf, daysIn, moveDay, movePeriod } from "../../generator/calendar.ts";
import { companyOf } from "../../generator/companies.ts";
import { dottedRut } from "../../generator/rut.ts";
import { shownPostingDay } from "./posting.ts";
import { dotted, emptyMarkers, printedDay } from "./words.ts";

const marginDays = 3;

/** Whole days before and after the month: two downloads share the rows between them. */
function windowOf(period: string): { from: string; to: string } {
  return {
    from: moveDay(dayOf(period, 1), -marginDays),
    to: moveDay(dayOf(period, daysIn(period)), marginDays),
  };
}

export function windowRows(book: BankBook, account: Account, period: string): LedgerRow[] {
  const { from, to } = windowOf(period);
  return [-1, 0, 1]
    .flatMap((months) => book.month(account, movePeriod(period, months)).rows)
    .filter(({ day }) => day >= from && day <= to);
}

interface Download {
  company: string;
  account: Account;
  period: string;
  today: string;
  rows: readonly LedgerRow[];
  /** Whether the charges column currently has another name. */
  changed: boolean;
}

export function csvOf({ company, account, period, today, rows, changed }: Download): string {
  const { from, to } = windowOf(period);
  const table = rows.length === 0 ? [[emptyMarkers.movements]] : tableOf(account, rows, today);
  const header = [
    "Fecha",
    "Fecha Contable",
    "Sucursal",
    "N° Documento",
    "Descripción",
    changed ? "Giros" : "Cargo",
    "Abono",
    "Saldo Contable",
  ];
  const lines = [
    ["Empresa", companyOf(company).name, "RUT", dottedRut(company)],
    ["Cuenta", account.number, "Moneda", account.currency],
    ["Desde", printedDay(from), "Hasta", printedDay(to < today ? to : today)],
    header,
    ...table,
    ["Total registros", String(rows.length)],
  ];
  return lines.map((cells) => `${cells.map(quoted).join(";")}\r\n`).join("");
}

function tableOf(account: Account, rows: readonly LedgerRow[], today: string): string[][] {
  const { currency } = account;
  return rows.map((row) => {
    const posted = shownPostingDay(row, today);
    const amount = dotted(row.amount, currency);
    return [
      printedDay(row.day),
      posted ? printedDay(posted) : "",
      row.branch ?? "",
      row.document ?? "",
      row.text,
      row.direction === "out" ? amount : "",
      row.direction === "in" ? amount : "",
      dotted(row.balance, currency),
    ];
  });
}

function quoted(cell: string): string {
  return /[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
