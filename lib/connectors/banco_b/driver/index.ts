import type { BrowserSession } from "#lib/browser/index.ts";
import {
  balancesReading,
  bankDriver,
  eachAccount,
  listReading,
  withAccounts,
  type Asked,
  type Cuenta,
} from "#lib/contract/bank/index.ts";
import {
  readRows,
  toRecord,
  type AlcanceReading,
  type DriverOptions,
  type PortalDriver,
} from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseBalances } from "../parse/balances.ts";
import { cuentas, movimientos, nominaPagos, nominas, saldos, transferencias } from "../store.ts";
import { BancoBApi, companyData } from "./api.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { readMovements } from "./read-movements.ts";
import { readPayrolls } from "./read-payrolls.ts";
import { readTransfers } from "./read-transfers.ts";

export const needs = "browser";

export function open(session: BrowserSession, { baseUrl, today }: DriverOptions): PortalDriver {
  const api = new BancoBApi(session, baseUrl);

  /** Every module returns the accounts. */
  function reader(read: (asked: Asked, accounts: readonly Cuenta[]) => Promise<AlcanceReading>) {
    return async (asked: Asked): Promise<AlcanceReading> => {
      const accounts = parseAccounts(companyData(await api.get("/cuentas"), asked.rut));
      return withAccounts(cuentas, accounts, await read(asked, accounts.rows));
    };
  }

  return bankDriver({
    logIn: (entry) => logIn(api, entry),
    readers: {
      saldos: reader(async ({ rut }) => {
        const answer = companyData(await api.post("/saldos"), rut);
        return balancesReading(saldos, parseBalances(answer, today));
      }),
      movimientos: reader(async (asked, accounts) => {
        const { months, ...read } = await eachAccount(accounts, (account) =>
          readMovements(api, { ...asked, account, today }),
        );
        const records = months.flatMap(({ rows }) =>
          rows.map(({ row, number }) => toRecord(movimientos, row, number)),
        );
        return { rows: [readRows(movimientos, records)], ...read };
      }),
      transferencias: reader(async (asked, accounts) => {
        const month = await readTransfers(api, { ...asked, accounts, today });
        return { ...listReading(transferencias, month), completo: month.completo };
      }),
      nominas: reader((asked) => readBatches(api, { ...asked, today })),
    },
    logOut: () => logOut(session, baseUrl),
  });
}

async function readBatches(
  api: BancoBApi,
  { today, ...asked }: Asked & Pick<DriverOptions, "today">,
): Promise<AlcanceReading> {
  const { batches, lines, incompletos, completo } = await readPayrolls(api, asked);
  const { periodo } = asked;
  const headers = batches.map(({ row, madeAt }) => toRecord(nominas, row, madeAt));
  const payments = lines.map((line) => ({ ...toRecord(nominaPagos, line), periodo }));
  return {
    rows: [readRows(nominas, headers), readRows(nominaPagos, payments)],
    incompletos,
    completo,
    // Nothing is paid or rejected before the day of payment, which may be in a later month.
    unfinished: batches.some(({ row }) => (row.fechaPago ?? "") >= today),
  };
}
