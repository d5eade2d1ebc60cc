import { leavePortal, type BrowserSession } from "#lib/browser/index.ts";
import { accountRows, bankDriver, type Asked, type Cuenta } from "#lib/contract/bank/index.ts";
import {
  toRecord,
  type AlcanceReading,
  type DriverOptions,
  type PortalDriver,
} from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, movimientos, saldos } from "../store.ts";
import { logIn } from "./log-in.ts";
import { leave } from "./log-out.ts";
import { openSection, readContent } from "./pages.ts";
import { movementRecords, readMovements } from "./read-movements.ts";

export const needs = "browser";

export function open(session: BrowserSession, options: DriverOptions): PortalDriver {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  // Asked once for each login: every module brings the accounts along.
  let known: AccountList | null = null;
  const accounts = async (rut: string): Promise<AccountList> =>
    (known ??= await readAccounts(session, rut));
  return bankDriver({
    logIn: (entry) => {
      known = null;
      return logIn({ ...entry, session, baseUrl });
    },
    readers: {
      saldos: async ({ rut }) => readBalances(session, rut, await accounts(rut)),
      movimientos: async (asked) => readMonths(session, asked, await accounts(asked.rut)),
    },
    logOut: () => leavePortal(session, (leaving) => leave(leaving, baseUrl)),
  });
}

interface AccountList {
  rows: Cuenta[];
  incompletos: number;
}

async function readAccounts(session: BrowserSession, rut: string): Promise<AccountList> {
  await openSection(session, "Cuentas");
  return parseAccounts(await readContent(session, rut));
}

async function readBalances(
  session: BrowserSession,
  rut: string,
  accounts: AccountList,
): Promise<AlcanceReading> {
  await openSection(session, "Saldos");
  const { rows, incompletos } = parseBalances(await readContent(session, rut));
  return {
    rows: [
      accountRows(cuentas, accounts.rows),
      { dataset: saldos.id, records: rows.map((row) => toRecord(saldos, row)) },
    ],
    incompletos: incompletos + accounts.incompletos,
    completo: incompletos === 0,
  };
}

async function readMonths(
  session: BrowserSession,
  { rut, periodo }: Asked,
  accounts: AccountList,
): Promise<AlcanceReading> {
  const records = [];
  const whole: Record<string, boolean> = {};
  let { incompletos } = accounts;
  for (const { numeroCuenta } of accounts.rows) {
    const month = await readMovements(session, { rut, numeroCuenta, periodo });
    records.push(...movementRecords(month));
    whole[numeroCuenta] = month.completo;
    incompletos += month.incompletos;
  }
  return {
    rows: [accountRows(cuentas, accounts.rows), { dataset: movimientos.id, records }],
    incompletos,
    completo: accounts.incompletos === 0 && Object.values(whole).every(Boolean),
    completoPorCuenta: whole,
  };
}
