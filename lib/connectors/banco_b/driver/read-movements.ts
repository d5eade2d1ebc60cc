import { firstDay, parsePortalDate, type Fecha, type Periodo } from "#lib/chile/index.ts";
import {
  balancesMeet,
  parseAnswer,
  parseMoneda,
  readSteady,
  unknownShape,
  type Cuenta,
} from "#lib/contract/bank/index.ts";
import { parseCurrent, parsePast, type Movements } from "../parse/movements.ts";
import { CurrentStatement, PastStatement } from "../portal.ts";
import { companyData, type BancoBApi } from "./api.ts";
import { readPages } from "./pages.ts";

type Api = Pick<BancoBApi, "post">;

interface StatementAsked {
  rut: string;
  account: Cuenta;
  periodo: Periodo;
  today: Fecha;
}

interface AccountMonth extends Movements {
  completo: boolean;
}

/**
 * Reads the current month from the statement that includes today's movements, any other month from
 * the one that goes back years. Both number a day's movements alike, so a month read first from one
 * and later from the other keeps its rows.
 */
export async function readMovements(api: Api, asked: StatementAsked): Promise<AccountMonth> {
  const inCourse = asked.today.startsWith(asked.periodo);
  return (inCourse ? await readCurrent(api, asked) : null) ?? (await readPast(api, asked));
}

/** Null when the portal is already in the next month: midnight has passed. */
function readCurrent(api: Api, asked: StatementAsked): Promise<AccountMonth | null> {
  const { account, periodo } = asked;
  return readSteady<AccountMonth | null>(async () => {
    const raws = await readCurrentPages(api, asked);
    if (raws === null) return null;
    const parsed = parseCurrent(raws, account);
    const rows = parsed.rows.filter(({ row }) => row.fecha.startsWith(periodo));
    const { incompletos } = parsed;
    const balanced = raws
      .toReversed()
      .map(({ cargo, abono, saldo }) => ({ by: abono - cargo, after: saldo }));
    return { rows, incompletos, completo: incompletos === 0 && balancesMeet(balanced) };
  });
}

async function readCurrentPages(
  api: Api,
  { rut, account, periodo }: StatementAsked,
): Promise<CurrentStatement["movimientos"] | null> {
  const { numeroCuenta: cuenta } = account;
  const first = firstDay(periodo);
  let reachesBack = true;
  const { rows } = await readPages(async (pagina) => {
    const answer = await api.post("/movimientos/en-linea", { cuenta, pagina });
    const page = parseAnswer(CurrentStatement, companyData(answer, rut));
    if (page.cuenta !== cuenta) throw unknownShape("a statement of another account");
    if (parseMoneda(page.moneda) !== account.moneda) throw unknownShape("another currency");
    const from = parsePortalDate(page.desde);
    if (from === null) throw unknownShape("a statement without its first day");
    reachesBack &&= from <= first;
    // Newest first: after a row of the month before come only others of it.
    const last = parsePortalDate(page.movimientos.at(-1)?.fecMov ?? "");
    const more = page.hayMas && reachesBack && (last === null || last >= first);
    return { number: page.pagina, rows: page.movimientos, more };
  });
  if (!reachesBack) return null;
  // A movement that arrived between two pages pushes the last row of one onto the next.
  return [...new Map(rows.map((raw) => [`${raw.fecMov}|${raw.secuencia}`, raw])).values()];
}

async function readPast(
  api: Api,
  { rut, account, periodo }: StatementAsked,
): Promise<AccountMonth> {
  const { numeroCuenta: cuenta } = account;
  const mes = periodo.replace("-", "");
  const { rows, total } = await readPages(async (pagina) => {
    const answer = await api.post("/movimientos/cartola-historica", { cuenta, mes, pagina });
    const page = parseAnswer(PastStatement, companyData(answer, rut));
    if (page.numeroCuenta !== cuenta) throw unknownShape("a statement of another account");
    if (page.periodo !== mes) throw unknownShape("a statement of another month");
    if (parseMoneda(page.codMoneda) !== account.moneda) throw unknownShape("another currency");
    const more = page.paginaActual < page.totalPaginas;
    return { number: page.paginaActual, rows: page.detalle, more, total: page.totalRegistros };
  });
  const parsed = parsePast(rows, account);
  const ofMonth = distinct(parsed.rows.filter(({ row }) => row.fecha.startsWith(periodo)));
  const incompletos = parsed.incompletos + parsed.rows.length - ofMonth.length;
  return { rows: ofMonth, incompletos, completo: incompletos === 0 && ofMonth.length === total };
}

function distinct(rows: Movements["rows"]): Movements["rows"] {
  return [...new Map(rows.map((numbered) => [numbered.row.id, numbered])).values()];
}
