import { plainAmount, type Account, type Currency } from "../../generator/accounts.ts";
import type { Position } from "../../generator/volume.ts";

const accountTypes: Record<Position, string> = {
  1: "Cuenta Corriente",
  2: "Cuenta Vista",
  3: "Cuenta Corriente en Dólares",
};

export function accountType(account: Account): string {
  return accountTypes[account.position];
}

export function currencyName(currency: Currency): string {
  return currency === "USD" ? "Dólar" : "Pesos";
}

/** `$1.234.567`, `-$50.000`, `US$1.234,50` */
export function money(smallest: number, currency: Currency): string {
  const decimals = currency === "USD" ? 2 : 0;
  const [whole = "", cents] = Math.abs(plainAmount(smallest, currency))
    .toFixed(decimals)
    .split(".");
  const sign = smallest < 0 ? "-" : "";
  const symbol = currency === "USD" ? "US$" : "$";
  return `${sign}${symbol}${whole.replace(/\B(?=(\d{3})+$)/g, ".")}${cents ? `,${cents}` : ""}`;
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
