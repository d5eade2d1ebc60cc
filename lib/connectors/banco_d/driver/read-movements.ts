import { eachAccount, withAccounts, type Cuenta } from "#lib/contract/bank/index.ts";
import type { AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts, type OfferedAccount } from "../parse/accounts.ts";
import { movementRows } from "../parse/movement-rows.ts";
import { cuentas } from "../store.ts";
import { openPage, type BancoDVisit } from "./pages.ts";
import { readMonth } from "./read-month.ts";
import { searchDays } from "./search.ts";

export async function readMovements(inside: BancoDVisit): Promise<AlcanceReading> {
  const offered = parseAccounts(await openPage(inside, "/Movimientos.aspx"));
  const { months, ...read } = await eachAccount(offered.rows, (account) =>
    readAccount(inside, account),
  );
  const accounts = { ...offered, rows: months.map(({ cuenta }) => cuenta) };
  const rows = movementRows(months.flatMap((month) => month.rows));
  return withAccounts(cuentas, accounts, { rows, ...read });
}

/** An account's currency is only on the answers. */
async function readAccount(inside: BancoDVisit, account: OfferedAccount) {
  const { numeroCuenta, tipo } = account;
  const asked = { ...inside, numeroCuenta };
  const month = await readMonth((days) => searchDays(inside, account, days), asked);
  const cuenta: Cuenta = { numeroCuenta, tipo, moneda: month.moneda, estado: null };
  return { ...month, cuenta };
}
