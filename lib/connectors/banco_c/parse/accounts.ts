import { parseMoneda, readable, unknownShape, type Cuenta } from "#lib/contract/bank/index.ts";
import type { ShownChoice } from "../portal.ts";

/** An account that a form offers, and the portal's own short name for it. */
export interface OfferedAccount {
  cuenta: Cuenta;
  value: string;
}

const option = /^(?<tipo>.+) N° (?<numero>\d+) \((?<moneda>[A-Z]{2,4})\)$/;

export function parseAccounts(choices: readonly ShownChoice[]) {
  if (choices.length === 0) throw unknownShape("a form without accounts");
  return readable<ShownChoice, OfferedAccount>(choices, ({ value, text }) => {
    const { tipo = "", numero = "", moneda = "" } = option.exec(text)?.groups ?? {};
    const currency = parseMoneda(moneda);
    if (currency === null || value === "") return null;
    return { cuenta: { numeroCuenta: numero, tipo, moneda: currency, estado: null }, value };
  });
}
