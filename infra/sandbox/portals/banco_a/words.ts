import { accountTypes, groupedDigits } from "../../bank/printed.ts";
import type { Currency } from "../../generator/accounts.ts";

export const accountType = accountTypes({
  1: "Cuenta Corriente",
  2: "Cuenta Vista",
  3: "Cuenta Corriente en Dólares",
});

export function currencyName(currency: Currency): string {
  return currency === "USD" ? "Dólar" : "Pesos";
}

/** `$1.234.567`, `-$50.000`, `US$1.234,50` */
export function money(smallest: number, currency: Currency): string {
  const symbol = currency === "USD" ? "US$" : "$";
  return `${smallest < 0 ? "-" : ""}${symbol}${groupedDigits(smallest, currency)}`;
}

/** `2026-11-21` → `21/11/2026` */
export function printedDay(day: string): string {
  return day.split("-").toReversed().join("/");
}

/** `2026-11` → `11/2026` */
export function printedPeriod(period: string): string {
  return printedDay(period);
}

export const emptyMarker = "No registra movimientos en el período";
