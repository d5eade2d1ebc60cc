import { leaveBy, type BrowserSession, type PortalSite } from "#lib/browser/index.ts";
import { siteDriver } from "#lib/contract/bank/index.ts";
import { logIn } from "./log-in.ts";
import { readBalances } from "./read-balances.ts";
import { readMovements } from "./read-movements.ts";

export const needs = "browser";

export const open = siteDriver<BrowserSession>({
  logIn,
  readers: { saldos: readBalances, movimientos: readMovements },
  logOut,
});

function logOut({ session, baseUrl }: PortalSite): Promise<void> {
  return leaveBy(session, `${baseUrl}/Salir.aspx`, {
    closed: { selector: "#lblSalida" },
    asksToLogIn: { selector: "#btnIngresar" },
  });
}
