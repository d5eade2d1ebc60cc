import { plainAmount, type Account, type Currency } from "../generator/accounts.ts";
import type { Position } from "../generator/volume.ts";

/** A bank's own names for its three accounts. */
export function accountTypes(words: Record<Position, string>): (account: Account) => string {
  return ({ position }) => words[position];
}

/** `1.234.567`, or `1.234,50` in dollars: only the digits, without a sign. */
export function groupedDigits(smallest: number, currency: Currency): string {
  const [whole = "", cents] = Math.abs(plainAmount(smallest, currency))
    .toFixed(currency === "USD" ? 2 : 0)
    .split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ".")}${cents ? `,${cents}` : ""}`;
}
