import { leaveBy, type BrowserSession } from "#lib/browser/index.ts";
import {
  bankDriver,
  eachAccount,
  balancesReading,
  monthRows,
  withAccounts,
} from "#lib/contract/bank/index.ts";
import type { DriverOptions, PortalDriver } from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, movimientos, saldos } from "../store.ts";
import { logIn } from "./log-in.ts";
import { openPage } from "./pages.ts";
import { readMovements } from "./read-movements.ts";

export const needs = "browser";

type AccountList = ReturnType<typeof parseAccounts>;

export function open(session: BrowserSession, options: DriverOptions): PortalDriver {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  // Read once per login: every module returns the accounts.
  let known: AccountList | null = null;
  const accounts = async (rut: string): Promise<AccountList> =>
    (known ??= parseAccounts(await openPage({ session, rut }, "Cuentas")));
  return bankDriver({
    logIn: (entry) => {
      known = null;
      return logIn({ ...entry, session, baseUrl });
    },
    readers: {
      async saldos({ rut }) {
        const list = await accounts(rut);
        const balances = parseBalances(await openPage({ session, rut }, "Saldos"));
        return withAccounts(cuentas, list, balancesReading(saldos, balances));
      },
      async movimientos({ rut, periodo }) {
        const list = await accounts(rut);
        const { months, ...read } = await eachAccount(list.rows, ({ numeroCuenta }) =>
          readMovements({ session, rut }, { numeroCuenta, periodo }),
        );
        return withAccounts(cuentas, list, { rows: [monthRows(movimientos, months)], ...read });
      },
    },
    logOut: () => logOut(session, baseUrl),
  });
}

function logOut(session: BrowserSession, baseUrl: string): Promise<void> {
  return leaveBy(session, `${baseUrl}/salir`, {
    closed: { text: "Su sesión ha sido cerrada" },
    asksToLogIn: { selector: "form[name='ingreso']" },
  });
}
