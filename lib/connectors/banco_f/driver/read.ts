import type { Periodo } from "#lib/chile/index.ts";
import { accountRows, dayRecords, unknownShape } from "#lib/contract/bank/index.ts";
import { toRecord, type AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseBalances } from "../parse/balances.ts";
import { parseMovementsPage } from "../parse/movements-page.ts";
import { parseMovements } from "../parse/movements.ts";
import { cuentas, movimientos, saldos } from "../store.ts";
import { companyData, type Api } from "./api.ts";

export interface Inside {
  api: Api;
  companyId: string;
  rut: string;
}

export async function readBalances(inside: Inside): Promise<AlcanceReading> {
  const { api, companyId, rut } = inside;
  const balances = parseBalances(await companyData(api, `/empresas/${companyId}/saldos`, rut));
  const records = balances.rows.map((row) => toRecord(saldos, row));
  return withAccounts(await readAccounts(inside), saldos.id, records, balances.incompletos);
}

export async function readMovements(inside: Inside, periodo: Periodo): Promise<AlcanceReading> {
  const accounts = await readAccounts(inside);
  const records = [];
  let incompletos = 0;
  for (const { numeroCuenta, moneda } of accounts.rows) {
    const account = { numeroCuenta, currency: moneda, periodo };
    const month = parseMovements(await readPages(inside, account), account);
    records.push(...dayRecords(movimientos, month.rows));
    incompletos += month.incompletos;
  }
  return withAccounts(accounts, movimientos.id, records, incompletos);
}

type Accounts = ReturnType<typeof parseAccounts>;

async function readAccounts({ api, companyId, rut }: Inside): Promise<Accounts> {
  return parseAccounts(await companyData(api, `/empresas/${companyId}/cuentas`, rut));
}

function withAccounts(
  accounts: Accounts,
  dataset: string,
  records: AlcanceReading["rows"][number]["records"],
  notRead: number,
): AlcanceReading {
  const incompletos = accounts.incompletos + notRead;
  return {
    rows: [accountRows(cuentas, accounts.rows), { dataset, records }],
    incompletos,
    completo: incompletos === 0,
  };
}

interface AccountMonth {
  numeroCuenta: string;
  currency: string;
  periodo: Periodo;
}

/** Every page of one account and month, the newest first. */
async function readPages(
  { api, companyId, rut }: Inside,
  { numeroCuenta, currency, periodo }: AccountMonth,
): Promise<unknown[]> {
  const path = `/empresas/${companyId}/cuentas/${numeroCuenta}/movimientos`;
  const rows: unknown[] = [];
  const followed = new Set<string>();
  let continuacion: string | null = null;
  do {
    const query: URLSearchParams = new URLSearchParams({
      mes: periodo.replace("-", ""),
      ...(continuacion !== null && { continuacion }),
    });
    const answer = await companyData(api, `${path}?${query.toString()}`, rut);
    const page = parseMovementsPage(answer, { numeroCuenta, currency, before: rows.length });
    rows.push(...page.movimientos);
    ({ continuacion } = page);
    if (continuacion !== null && followed.has(continuacion)) throw unknownShape("pages in a ring");
    if (continuacion !== null) followed.add(continuacion);
  } while (continuacion !== null);
  return rows;
}
