import { leavePortal, open as openUrl, settle, type BrowserSession } from "#lib/browser/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
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
import { cuentas, saldos, type Movimiento } from "../store.ts";
import { logIn } from "./log-in.ts";
import { openPage } from "./pages.ts";
import { movementRows, readMonth } from "./read-movements.ts";

export const needs = "browser";

export function open(session: BrowserSession, options: DriverOptions): PortalDriver {
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  const visit: Visit = { session, baseUrl, today: options.today };
  return bankDriver({
    logIn: (entry) => logIn(session, baseUrl, entry),
    readers: {
      saldos: (asked) => readBalances(visit, asked),
      movimientos: (asked) => readMovements(visit, asked),
    },
    logOut: () => leavePortal(session, (leaving) => leave(leaving, baseUrl)),
  });
}

interface Visit {
  session: BrowserSession;
  baseUrl: string;
  today: DriverOptions["today"];
}

async function readBalances(visit: Visit, { rut }: Asked): Promise<AlcanceReading> {
  const { session, baseUrl } = visit;
  const { rows, incompletos } = parseBalances(
    await openPage(session, `${baseUrl}/Saldos.aspx`, rut),
  );
  const monedas = new Map(rows.map(({ numeroCuenta, moneda }) => [numeroCuenta, moneda]));
  const records = rows.map((row) => toRecord(saldos, row));
  return {
    rows: [
      accountRows(cuentas, await accountsBeside(visit, rut, monedas)),
      { dataset: saldos.id, records },
    ],
    incompletos,
    completo: incompletos === 0,
  };
}

/** The kind of an account stands on another page: balances are not lost when that one is away. */
async function accountsBeside(
  { session, baseUrl }: Visit,
  rut: string,
  monedas: ReadonlyMap<string, string>,
): Promise<Cuenta[]> {
  try {
    const { rows } = parseAccounts(await openPage(session, `${baseUrl}/Movimientos.aspx`, rut));
    return rows.flatMap(({ numeroCuenta, tipo }) => {
      const moneda = monedas.get(numeroCuenta);
      return moneda === undefined ? [] : [{ numeroCuenta, tipo, moneda, estado: null }];
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "upstream_error") return [];
    throw error;
  }
}

async function readMovements(visit: Visit, asked: Asked): Promise<AlcanceReading> {
  const { session, baseUrl, today } = visit;
  const offered = parseAccounts(await openPage(session, `${baseUrl}/Movimientos.aspx`, asked.rut));
  const accounts: Cuenta[] = [];
  const rows: Movimiento[] = [];
  const whole: Record<string, boolean> = {};
  let { incompletos } = offered;
  for (const account of offered.rows) {
    const { numeroCuenta, tipo } = account;
    const month = await readMonth(session, { ...asked, account, today });
    accounts.push({ numeroCuenta, tipo, moneda: month.moneda, estado: null });
    rows.push(...month.rows);
    whole[numeroCuenta] = month.completo;
    incompletos += month.incompletos;
  }
  return {
    rows: [accountRows(cuentas, accounts), ...movementRows(rows)],
    incompletos,
    completo: offered.incompletos === 0 && Object.values(whole).every(Boolean),
    completoPorCuenta: whole,
  };
}

async function leave(session: BrowserSession, baseUrl: string): Promise<void> {
  await openUrl(session, `${baseUrl}/Salir.aspx`);
  const left = await settle(session, session.page, {
    closed: { selector: "#lblSalida" },
    // Nothing was open any more.
    asksToLogIn: { selector: "#btnIngresar" },
  });
  if (left === "unknown") throw unknownShape("the portal did not confirm the logout");
}
