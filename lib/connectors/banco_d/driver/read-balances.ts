import { AppError } from "#lib/kernel/errors/index.ts";
import {
  balancesReading,
  withAccounts,
  type Cuenta,
  type Parsed,
} from "#lib/contract/bank/index.ts";
import type { AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts, type OfferedAccount } from "../parse/accounts.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, saldos, type SaldoDiario } from "../store.ts";
import { openPage, type BancoDVisit } from "./pages.ts";

export async function readBalances(inside: BancoDVisit): Promise<AlcanceReading> {
  const balances = parseBalances(await openPage(inside, "/Saldos.aspx"));
  const reading = balancesReading(saldos, balances);
  const accounts = await accountsOn(inside, balances);
  return accounts === null ? reading : withAccounts(cuentas, accounts, reading);
}

/** Account types are on another page: if that one is unavailable, balances are not lost. */
async function accountsOn(
  inside: BancoDVisit,
  balances: Parsed<SaldoDiario>,
): Promise<Parsed<Cuenta> | null> {
  try {
    return accountsWith(balances, parseAccounts(await openPage(inside, "/Movimientos.aspx")));
  } catch (error) {
    if (error instanceof AppError && error.code === "upstream_error") return null;
    throw error;
  }
}

/** An account without a balance has no currency either: it cannot be read, and is counted once. */
function accountsWith(
  balances: Parsed<SaldoDiario>,
  { rows, incompletos }: Parsed<OfferedAccount>,
): Parsed<Cuenta> {
  const monedas = new Map(balances.rows.map(({ numeroCuenta, moneda }) => [numeroCuenta, moneda]));
  const known = rows.flatMap(({ numeroCuenta, tipo }) => {
    const moneda = monedas.get(numeroCuenta);
    return moneda === undefined ? [] : [{ numeroCuenta, tipo, moneda, estado: null }];
  });
  const missing = Math.max(0, rows.length - known.length - balances.incompletos);
  return { rows: known, incompletos: incompletos + missing };
}
