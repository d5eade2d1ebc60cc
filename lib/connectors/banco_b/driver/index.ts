import { leavePortal, type BrowserSession } from "#lib/browser/index.ts";
import {
  accountRows,
  bankDriver,
  unknownShape,
  type Asked,
  type Cuenta,
} from "#lib/contract/bank/index.ts";
import {
  toRecord,
  type AlcanceReading,
  type DriverOptions,
  type PortalDriver,
} from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseBalances } from "../parse/balances.ts";
import { codes } from "../portal.ts";
import { cuentas, movimientos, nominaPagos, nominas, saldos, transferencias } from "../store.ts";
import { BancoBApi, companyData } from "./api.ts";
import { logIn } from "./log-in.ts";
import { readMovements } from "./read-movements.ts";
import { readPayrolls } from "./read-payrolls.ts";
import { readTransfers } from "./read-transfers.ts";

export const needs = "browser";

export function open(session: BrowserSession, { baseUrl, today }: DriverOptions): PortalDriver {
  const api = new BancoBApi(session, baseUrl);
  return bankDriver({
    logIn: (entry) => logIn(api, entry),
    readers: {
      saldos: (asked) => withAccounts(api, asked, () => readBalances(api, asked, today)),
      movimientos: (asked) =>
        withAccounts(api, asked, (accounts) => readStatements(api, { ...asked, accounts, today })),
      transferencias: (asked) =>
        withAccounts(api, asked, async (accounts) => {
          const month = await readTransfers(api, { ...asked, accounts, today });
          const records = month.rows.map((row) => toRecord(transferencias, row));
          return { ...month, rows: [{ dataset: transferencias.id, records }] };
        }),
      nominas: (asked) => withAccounts(api, asked, () => readBatches(api, asked)),
    },
    // With a token of its own, since the last call may have spent one and brought none.
    logOut: () => leavePortal(session, (leaving) => leave(new BancoBApi(leaving, baseUrl))),
  });
}

type Today = DriverOptions["today"];

/** What a module holds, with the accounts that every module brings along. */
async function withAccounts(
  api: BancoBApi,
  { rut }: Asked,
  read: (accounts: Cuenta[]) => Promise<AlcanceReading>,
): Promise<AlcanceReading> {
  const accounts = parseAccounts(companyData(await api.get("/cuentas"), rut));
  const reading = await read(accounts.rows);
  return {
    rows: [accountRows(cuentas, accounts.rows), ...reading.rows],
    incompletos: reading.incompletos + accounts.incompletos,
    completo: reading.completo === true && accounts.incompletos === 0,
  };
}

async function readBalances(api: BancoBApi, { rut }: Asked, today: Today): Promise<AlcanceReading> {
  const { rows, incompletos } = parseBalances(companyData(await api.post("/saldos"), rut), today);
  const records = rows.map((row) => toRecord(saldos, row));
  return {
    rows: [{ dataset: saldos.id, records }],
    incompletos,
    completo: incompletos === 0,
  };
}

async function readStatements(
  api: BancoBApi,
  asked: Asked & { accounts: Cuenta[]; today: Today },
): Promise<AlcanceReading> {
  const records = [];
  let incompletos = 0;
  let completo = true;
  for (const account of asked.accounts) {
    const month = await readMovements(api, { ...asked, account });
    records.push(...month.rows.map(({ row, number }) => toRecord(movimientos, row, number)));
    incompletos += month.incompletos;
    completo &&= month.completo;
  }
  return { rows: [{ dataset: movimientos.id, records }], incompletos, completo };
}

async function readBatches(api: BancoBApi, asked: Asked): Promise<AlcanceReading> {
  const { batches, lines, incompletos, completo } = await readPayrolls(api, asked);
  const { periodo } = asked;
  const headers = batches.map(({ row, madeAt }) => toRecord(nominas, row, madeAt));
  const payments = lines.map((line) => ({ ...toRecord(nominaPagos, line), periodo }));
  return {
    rows: [
      { dataset: nominas.id, records: headers },
      { dataset: nominaPagos.id, records: payments },
    ],
    incompletos,
    completo,
  };
}

async function leave(api: BancoBApi): Promise<void> {
  await api.start();
  const { codigo } = await api.post("/sesion/salir");
  // "Ended" is as good: nothing was open any more.
  if (codigo !== codes.ok && codigo !== codes.sessionEnded) {
    throw unknownShape("the portal did not confirm the logout");
  }
}
