import { randomFor } from "./random.ts";
import type { Position } from "./volume.ts";

export type Currency = "CLP" | "USD";

export interface Account {
  system: string;
  rut: string;
  position: Position;
  number: string;
  currency: Currency;
}

const positions: readonly Position[] = [1, 2, 3];

export function accountsOf(
  system: string,
  rut: string,
  currencies: readonly [Currency, Currency, Currency],
): Account[] {
  return positions.map((position) => ({
    system,
    rut,
    position,
    number: randomFor(system, rut, "account", position).digits(11),
    currency: currencies[position - 1] ?? "CLP",
  }));
}

/** Amounts are stored in the smallest unit, pesos or cents; this converts to a plain number. */
export function plainAmount(smallest: number, currency: Currency): number {
  return currency === "USD" ? smallest / 100 : smallest;
}

export function smallestAmount(plain: number, currency: Currency): number {
  return currency === "USD" ? Math.round(plain * 100) : plain;
}
