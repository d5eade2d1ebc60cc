import { leaveBy, type BrowserSession } from "#lib/browser/index.ts";
import { accountBalances, bankDriver } from "#lib/contract/bank/index.ts";
import type { DriverOptions, PortalDriver } from "#lib/contract/index.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, saldos } from "../store.ts";
import { logIn } from "./log-in.ts";
import { openPage } from "./pages.ts";
import { readCards } from "./read-cards.ts";
import { readMovements } from "./read-movements.ts";
import { readStatements } from "./read-statements.ts";

export const needs = "browser";

export function open(session: BrowserSession, options: DriverOptions): PortalDriver {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  const { today } = options;
  let exit = "/salir";
  return bankDriver({
    logIn: (entry) => {
      exit = "/salir";
      const onVariant = (): void => {
        exit = "/corporativa/desconectar";
      };
      return logIn({ ...entry, session, baseUrl, onVariant });
    },
    readers: {
      saldos: async ({ rut }) => {
        const shown = await openPage({ session, baseUrl, rut }, "/saldos");
        return accountBalances({ cuentas, saldos }, parseBalances(shown));
      },
      movimientos: ({ rut, periodo }) =>
        readMovements({ session, baseUrl, rut }, { periodo, today }),
      cartolas: ({ rut, periodo }) => readStatements({ session, baseUrl, rut }, periodo),
      movimientos_tarjetas: ({ rut, periodo }) => readCards({ session, baseUrl, rut }, periodo),
    },
    logOut: () => logOut(session, `${baseUrl}${exit}`),
  });
}

function logOut(session: BrowserSession, exit: string): Promise<void> {
  return leaveBy(session, exit, {
    closed: { text: "Ha salido de" },
    asksToLogIn: { selector: "form#acceso" },
  });
}
