import {
  parseMoneda,
  readable,
  rowsOf,
  textOrNull,
  unknownShape,
  type Cuenta,
} from "#lib/contract/bank/index.ts";
import type { RawAccount, ShownPage } from "../portal.ts";

const columns = { numero: "Cuenta", tipo: "Tipo", moneda: "Moneda", estado: "Estado" } as const;

export function parseAccounts(page: ShownPage): { rows: Cuenta[]; incompletos: number } {
  if (page.heading !== "Cuentas" || page.table === null) throw unknownShape("no list of accounts");
  return readable(rowsOf(page.table, columns), parseAccount);
}

function parseAccount({ numero, tipo, moneda, estado }: RawAccount): Cuenta | null {
  const currency = parseMoneda(moneda);
  if (!/^\d+$/.test(numero) || tipo === "" || currency === null) return null;
  return { numeroCuenta: numero, tipo, moneda: currency, estado: textOrNull(estado) };
}
