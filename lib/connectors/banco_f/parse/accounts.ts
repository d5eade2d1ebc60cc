import { parseMoneda, readable, unknownShape, type Cuenta } from "#lib/contract/bank/index.ts";
import { Accounts, RawAccount } from "../portal.ts";
import { rowOf, understood } from "./understood.ts";

export function parseAccounts(answer: unknown): { rows: Cuenta[]; incompletos: number } {
  const { cuentas } = understood(Accounts, answer);
  if (cuentas.length === 0) throw unknownShape("no accounts");
  return readable(cuentas, (row) => {
    const raw = rowOf(RawAccount, row);
    const moneda = parseMoneda(raw?.currency ?? "");
    if (raw === null || moneda === null || !/^\d+$/.test(raw.numero)) return null;
    return { numeroCuenta: raw.numero, tipo: raw.tipo, moneda, estado: null };
  });
}
