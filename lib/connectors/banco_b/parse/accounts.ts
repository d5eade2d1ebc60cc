import { parseMoneda, readable, type Cuenta, parseAnswer } from "#lib/contract/bank/index.ts";
import { Accounts, type RawAccount } from "../portal.ts";

export function parseAccounts(datos: unknown): { rows: Cuenta[]; incompletos: number } {
  return readable(parseAnswer(Accounts, datos).cuentas, parseAccount);
}

function parseAccount({ numero, tipo, moneda }: RawAccount): Cuenta | null {
  const currency = parseMoneda(moneda);
  if (!/^\d+$/.test(numero) || tipo === "" || currency === null) return null;
  return { numeroCuenta: numero, tipo, moneda: currency, estado: null };
}
