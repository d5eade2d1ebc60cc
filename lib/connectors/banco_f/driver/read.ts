import type { Periodo } from "#lib/chile/index.ts";
import { eachAccount, balancesReading, monthRows, withAccounts } from "#lib/contract/bank/index.ts";
import type { AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts, parseBalances } from "../parse/accounts.ts";
import { parseMovementsPage } from "../parse/movements.ts";
import type { Envelope, MovementsPage } from "../portal.ts";
import { cuentas, movimientos, saldos } from "../store.ts";
import { companyData, type Api } from "./api.ts";
import { readMonth } from "./read-month.ts";

export interface BancoFVisit {
  api: Api;
  companyId: string;
  rut: string;
}

export async function readBalances(inside: BancoFVisit): Promise<AlcanceReading> {
  const balances = parseBalances(await ofCompany(inside, "/saldos"));
  const accounts = parseAccounts(await ofCompany(inside, "/cuentas"));
  return withAccounts(cuentas, accounts, balancesReading(saldos, balances));
}

export async function readMovements(
  inside: BancoFVisit,
  periodo: Periodo,
): Promise<AlcanceReading> {
  const accounts = parseAccounts(await ofCompany(inside, "/cuentas"));
  const { months, ...read } = await eachAccount(accounts.rows, async ({ numeroCuenta, moneda }) => {
    const account = { numeroCuenta, currency: moneda, periodo };
    return readMonth((page) => readPage(inside, account, page), account);
  });
  return withAccounts(cuentas, accounts, { rows: [monthRows(movimientos, months)], ...read });
}

function ofCompany({ api, companyId, rut }: BancoFVisit, path: string): Promise<Envelope> {
  return companyData(api, `/empresas/${companyId}${path}`, rut);
}

interface AccountMonth {
  numeroCuenta: string;
  currency: string;
  periodo: Periodo;
}

async function readPage(
  inside: BancoFVisit,
  { numeroCuenta, currency, periodo }: AccountMonth,
  { continuacion, before }: { continuacion: string | null; before: number },
): Promise<MovementsPage> {
  const query = new URLSearchParams({
    mes: periodo.replace("-", ""),
    ...(continuacion !== null && { continuacion }),
  });
  const answer = await ofCompany(
    inside,
    `/cuentas/${numeroCuenta}/movimientos?${query.toString()}`,
  );
  return parseMovementsPage(answer, { numeroCuenta, currency, before });
}
