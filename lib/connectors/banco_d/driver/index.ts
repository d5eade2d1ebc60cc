import type { BrowserSession } from "#lib/browser/index.ts";
import { siteDriver } from "#lib/contract/bank/index.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { readBalances } from "./read-balances.ts";
import { readMovements } from "./read-movements.ts";

export const needs = "browser";

export const open = siteDriver<BrowserSession>({
  logIn,
  readers: { saldos: readBalances, movimientos: readMovements },
  logOut,
});
