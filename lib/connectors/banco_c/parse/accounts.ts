import {
  parseMoneda,
  readable,
  unknownShape,
  type Cuenta,
  type PrintedOption,
} from "#lib/contract/bank/index.ts";

/** An account that a form offers, with the portal's own short name for it. */
interface OfferedAccount {
  numeroCuenta: string;
  value: string;
  cuenta: Cuenta;
}

const option = /^(?<tipo>.+) N° (?<numero>\d+) \((?<moneda>[A-Z]{2,4})\)$/;

export function parseAccounts(choices: readonly PrintedOption[]) {
  if (choices.length === 0) throw unknownShape("a form without accounts");
  return readable<PrintedOption, OfferedAccount>(choices, ({ value, text }) => {
    const { tipo = "", numero = "", moneda = "" } = option.exec(text)?.groups ?? {};
    const currency = parseMoneda(moneda);
    if (currency === null || value === "") return null;
    const cuenta = { numeroCuenta: numero, tipo, moneda: currency, estado: null };
    return { numeroCuenta: numero, value, cuenta };
  });
}
