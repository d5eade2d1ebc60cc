import {
  askInPage,
  leavePortal,
  openAddress,
  type BrowserSession,
  type PortalSite,
} from "#lib/browser/index.ts";
import { accountBalances, siteDriver, unknownShape } from "#lib/contract/bank/index.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, saldos } from "../store.ts";
import { logIn } from "./log-in.ts";
import { openPage } from "./pages.ts";
import { readMovements } from "./read-movements.ts";

export const needs = "browser";

export const open = siteDriver<BrowserSession>({
  logIn,
  readers: {
    saldos: async (asked) =>
      accountBalances({ cuentas, saldos }, parseBalances(await openPage(asked, "/posicion"))),
    movimientos: readMovements,
  },
  logOut,
});

/** Logging out is a POST, which can be sent from any page of the portal. */
async function logOut({ session, baseUrl }: PortalSite): Promise<void> {
  await leavePortal(session, async (leaving) => {
    await openAddress(leaving, `${baseUrl}/ingreso`);
    const { text } = await askInPage(leaving, { url: `${baseUrl}/salir`, form: {} });
    // The login form is fine too: no session was open any more.
    const left = text.includes("La sesión se cerró") || text.includes('id="identificacion"');
    if (!left) throw unknownShape("the portal did not confirm the logout");
  });
}
