import { accountBalances } from "#lib/contract/bank/index.ts";
import type { AlcanceReading } from "#lib/contract/index.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, saldos } from "../store.ts";
import { openPage, type BancoCVisit } from "./pages.ts";

export async function readBalances(inside: BancoCVisit): Promise<AlcanceReading> {
  return accountBalances({ cuentas, saldos }, parseBalances(await openPage(inside, "/saldos")));
}
