import {
  readable,
  unknownShape,
  type Cuenta,
  type PrintedOption,
} from "#lib/contract/bank/index.ts";

/** The portal names no currency: all its accounts are in pesos. */
export const moneda = "CLP";

const option = /^(?<numero>\d+) (?<tipo>.+)$/;

export function parseAccounts(choices: readonly PrintedOption[]) {
  if (choices.length === 0) throw unknownShape("a form without accounts");
  return readable<PrintedOption, Cuenta>(choices, ({ value, text }) => {
    const { numero, tipo = "" } = option.exec(text)?.groups ?? {};
    return numero === undefined || numero !== value ? null : accountOf(numero, tipo);
  });
}

export function accountOf(numeroCuenta: string, tipo: string): Cuenta {
  return { numeroCuenta, tipo, moneda, estado: null };
}
