import { AppError } from "#lib/kernel/errors/index.ts";
import { listReading, withAccounts, type Cuenta, type Parsed } from "#lib/contract/bank/index.ts";
import type { AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, saldos } from "../store.ts";
import { openPage, type BancoDVisit } from "./pages.ts";

export async function readBalances(inside: BancoDVisit): Promise<AlcanceReading> {
  const balances = parseBalances(await openPage(inside, "/Saldos.aspx"));
  const monedas = new Map(
    balances.rows.map(({ numeroCuenta, moneda }) => [numeroCuenta, moneda] as const),
  );
  const accounts = await accountsOn(inside, monedas);
  return withAccounts(cuentas, accounts, listReading(saldos, balances));
}

/** The kind of an account is on another page: balances are not lost when that one is unavailable. */
async function accountsOn(
  inside: BancoDVisit,
  monedas: ReadonlyMap<string, string>,
): Promise<Parsed<Cuenta>> {
  try {
    const { rows, incompletos } = parseAccounts(await openPage(inside, "/Movimientos.aspx"));
    const known = rows.flatMap(({ numeroCuenta, tipo }) => {
      const moneda = monedas.get(numeroCuenta);
      return moneda === undefined ? [] : [{ numeroCuenta, tipo, moneda, estado: null }];
    });
    return { rows: known, incompletos };
  } catch (error) {
    if (error instanceof AppError && error.code === "upstream_error") {
      return { rows: [], incompletos: 0 };
    }
    throw error;
  }
}
