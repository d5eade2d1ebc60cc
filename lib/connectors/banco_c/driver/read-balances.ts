import { accountRows } from "#lib/contract/bank/index.ts";
import { toRecord, type AlcanceReading } from "#lib/contract/index.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, saldos } from "../store.ts";
import { openPage, type Inside } from "./pages.ts";

export async function readBalances(inside: Inside): Promise<AlcanceReading> {
  const { rows, incompletos } = parseBalances(await openPage(inside, "/saldos"));
  const accounts = rows.map(({ cuenta }) => cuenta);
  const records = rows.map(({ saldo }) => toRecord(saldos, saldo));
  return {
    rows: [accountRows(cuentas, accounts), { dataset: saldos.id, records }],
    incompletos,
    completo: incompletos === 0,
  };
}
