import type { Periodo } from "#lib/chile/index.ts";
import {
  eachAccount,
  listReading,
  monthRows,
  unknownShape,
  withAccounts,
} from "#lib/contract/bank/index.ts";
import type { AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts, parseBalances } from "../parse/accounts.ts";
import { parseMovements, parseMovementsPage } from "../parse/movements.ts";
import type { Envelope } from "../portal.ts";
import { cuentas, movimientos, saldos } from "../store.ts";
import { companyData, type Api } from "./api.ts";

export interface BancoFVisit {
  api: Api;
  companyId: string;
  rut: string;
}

export async function readBalances(inside: BancoFVisit): Promise<AlcanceReading> {
  const balances = parseBalances(await ofCompany(inside, "/saldos"));
  const accounts = parseAccounts(await ofCompany(inside, "/cuentas"));
  return withAccounts(cuentas, accounts, listReading(saldos, balances));
}

export async function readMovements(
  inside: BancoFVisit,
  periodo: Periodo,
): Promise<AlcanceReading> {
  const accounts = parseAccounts(await ofCompany(inside, "/cuentas"));
  const { months, ...read } = await eachAccount(accounts.rows, async ({ numeroCuenta, moneda }) => {
    const account = { numeroCuenta, currency: moneda, periodo };
    return parseMovements(await readPages(inside, account), account);
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

/** Every page of one account and month, the newest first. */
async function readPages(
  inside: BancoFVisit,
  { numeroCuenta, currency, periodo }: AccountMonth,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  const followed = new Set<string>();
  let continuacion: string | null = null;
  do {
    const query: URLSearchParams = new URLSearchParams({
      mes: periodo.replace("-", ""),
      ...(continuacion !== null && { continuacion }),
    });
    const answer = await ofCompany(
      inside,
      `/cuentas/${numeroCuenta}/movimientos?${query.toString()}`,
    );
    const page = parseMovementsPage(answer, { numeroCuenta, currency, before: rows.length });
    rows.push(...page.movimientos);
    ({ continuacion } = page);
    if (continuacion !== null && followed.has(continuacion)) throw unknownShape("pages in a ring");
    if (continuacion !== null) followed.add(continuacion);
  } while (continuacion !== null);
  return rows;
}
