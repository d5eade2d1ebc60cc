import { readable, unknownShape, type Cuenta } from "#lib/contract/bank/index.ts";
import type { ShownChoice } from "../portal.ts";

/** The portal names no currency: all of its accounts are in pesos. */
export const moneda = "CLP";

const option = /^(?<numero>\d+) (?<tipo>.+)$/;

export function parseAccounts(choices: readonly ShownChoice[]) {
  if (choices.length === 0) throw unknownShape("a form without accounts");
  return readable<ShownChoice, Cuenta>(choices, ({ value, text }) => {
    const { numero, tipo = "" } = option.exec(text)?.groups ?? {};
    return numero === undefined || numero !== value ? null : accountOf(numero, tipo);
  });
}

export function accountOf(numeroCuenta: string, tipo: string): Cuenta {
  return { numeroCuenta, tipo, moneda, estado: null };
}
