import type { BankBook } from "../../bank/book.ts";
import { plainAmount, type Account } from "../../generator/accounts.ts";
import { moveDay, movePeriod, periodOf } from "../../generator/calendar.ts";
import type { Row } from "../../system/system.ts";
import { numberedMonth, type NumberedRow } from "./numbered.ts";
import { compactDay, dotted, slashedDay } from "./words.ts";

const onlinePageRows = 100;
const historyPageRows = 250;
const daysBefore = 5;

/**
 * The current statement, newest first. It begins in the last days of the previous month, which the historical one
 * also has.
 */
export function onlineStatement(
  book: BankBook,
  account: Account,
  today: string,
  page: number,
  changed: boolean,
): Row {
  const period = periodOf(today);
  const from = moveDay(`${period}-01`, -daysBefore);
  const rows = [
    ...numberedMonth(book, account, movePeriod(period, -1)).filter((row) => row.day >= from),
    ...numberedMonth(book, account, period),
  ].toReversed();
  const shown = rows.slice((page - 1) * onlinePageRows, page * onlinePageRows);
  return {
    cuenta: account.number,
    moneda: account.currency,
    desde: compactDay(from),
    hasta: compactDay(today),
    pagina: page,
    hayMas: page * onlinePageRows < rows.length,
    movimientos: shown.map((row) => onlineRow(account, row, changed)),
  };
}

function onlineRow(account: Account, row: NumberedRow, changed: boolean): Row {
  const amount = plainAmount(row.amount, account.currency);
  return {
    fecMov: compactDay(row.day),
    secuencia: row.order,
    glosa: row.text,
    nroDoc: row.document,
    [changed ? "giro" : "cargo"]: row.direction === "out" ? amount : 0,
    abono: row.direction === "in" ? amount : 0,
    saldo: plainAmount(row.balance, account.currency),
  };
}

/** The statement of any month, oldest first; for the current month it has the days before today. */
export function historicalStatement(
  book: BankBook,
  account: Account,
  period: string,
  today: string,
  page: number,
  changed: boolean,
): Row {
  const rows = numberedMonth(book, account, period).filter((row) => row.day < today);
  const { opening } = book.month(account, period);
  const shown = rows.slice((page - 1) * historyPageRows, page * historyPageRows);
  return {
    numeroCuenta: account.number,
    codMoneda: account.currency,
    periodo: compactDay(period),
    saldoInicial: dotted(opening, account.currency),
    saldoFinal: dotted(rows.at(-1)?.balance ?? opening, account.currency),
    totalRegistros: rows.length,
    paginaActual: page,
    totalPaginas: Math.max(1, Math.ceil(rows.length / historyPageRows)),
    detalle: shown.map((row) => historicalRow(account, row, changed)),
  };
}

/** Texts are padded, a missing document is a dash, and DEBITO is what the customer calls a charge. */
function historicalRow(account: Account, row: NumberedRow, changed: boolean): Row {
  const { currency } = account;
  const isCharge = row.direction === "out";
  return {
    ord: String(row.order).padStart(5, "0"),
    fecha: slashedDay(row.day),
    descripcion: row.text.padEnd(60),
    numeroDocumento: row.document ?? "-",
    naturaleza: isCharge ? "DEBITO" : "CREDITO",
    [changed ? "importe" : "monto"]: dotted(isCharge ? -row.amount : row.amount, currency),
    saldoLinea: dotted(row.balance, currency),
  };
}
