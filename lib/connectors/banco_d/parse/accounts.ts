import { readable, unknownShape } from "#lib/contract/bank/index.ts";
import type { ShownPage } from "../portal.ts";

/** An account that can be searched; its currency is only on the answers. */
export interface OfferedAccount {
  numeroCuenta: string;
  tipo: string;
  /** Its name in the form. */
  choice: string;
}

const option = /^(\S.*?)\s+(\d+)$/;

export function parseAccounts({ selects }: ShownPage): {
  rows: OfferedAccount[];
  incompletos: number;
} {
  if (selects.cuentas.length === 0) throw unknownShape("no list of accounts");
  return readable(selects.cuentas, ({ value, text }) => {
    const [, tipo, numeroCuenta] = option.exec(text.trim()) ?? [];
    if (tipo === undefined || numeroCuenta === undefined) return null;
    return { numeroCuenta, tipo, choice: value };
  });
}
