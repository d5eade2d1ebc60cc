import { accountTypes, groupedDigits } from "../../bank/printed.ts";
import type { LedgerRow } from "../../bank/book.ts";
import type { Currency } from "../../generator/accounts.ts";
import { santiagoDay, santiagoTime } from "../../generator/calendar.ts";
import type { DeedKind } from "../../generator/deeds.ts";
import type { Movement } from "../../generator/month.ts";

const phrases: Record<DeedKind, string> = {
  transfer_in: "Transf. electrónica de",
  transfer_out: "Transf. electrónica a",
  customer: "Pago recibido",
  supplier: "Pago factura",
  payroll: "Sueldo",
  card: "Compra con tarjeta",
  check: "Cheque pagado",
  deposit: "Depósito buzón",
  fee: "Mantención cuenta",
  tax: "Pago impuestos",
  own_funds: "Fondos propios",
  reversal: "Reverso",
};

export function wording({ kind, party }: Movement): string {
  return [phrases[kind], party?.name].filter(Boolean).join(" ");
}

export const accountType = accountTypes({ 1: "CTA.CTE.", 2: "CTA.VISTA", 3: "CTA.CTE.USD" });

export function currencyName(currency: Currency): string {
  return currency === "USD" ? "DÓLARES" : "PESOS";
}

/** Outgoing money is in parentheses: `(50.000)`. */
export function movedAmount(row: LedgerRow, currency: Currency): string {
  const digits = groupedDigits(row.amount, currency);
  return row.direction === "out" ? `(${digits})` : digits;
}

/** A negative balance has a trailing sign: `50.000-`. */
export function balanceAmount(smallest: number, currency: Currency): string {
  return `${groupedDigits(smallest, currency)}${smallest < 0 ? "-" : ""}`;
}

/** `2026-11-21` → `21-11-2026` */
export function dashedDay(day: string): string {
  return day.split("-").toReversed().join("-");
}

/** `21-11-2026` → `2026-11-21`; undefined for anything else. */
export function readDashedDay(text: string): string {
  return /^\d\d-\d\d-\d{4}$/.test(text) ? dashedDay(text) : "";
}

/** When the bank recorded a row, in Chile: `20261121 23:34:00`. */
export function postedText(row: LedgerRow): string {
  const at = row.postedAt ?? row.at;
  return `${santiagoDay(at).replaceAll("-", "")} ${santiagoTime(at)}`;
}
