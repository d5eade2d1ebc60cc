import { askInPage, step } from "#lib/browser/index.ts";
import type { Periodo } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { eachAccount, monthRows, unknownShape, withAccounts } from "#lib/contract/bank/index.ts";
import { SessionEnded, type AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import { parseMovements } from "../parse/movements.ts";
import { parsePiece, type Piece } from "../parse/piece.ts";
import type { RawMovement } from "../portal.ts";
import { cuentas, movimientos } from "../store.ts";
import { openPage, type BancoEVisit } from "./pages.ts";
import { shownPiece } from "./shown-page.ts";

interface Month {
  numeroCuenta: string;
  periodo: Periodo;
}

export async function readMovements(inside: BancoEVisit): Promise<AlcanceReading> {
  const { periodo } = inside;
  const page = await openPage(inside, "/movimientos");
  if (!page.months.includes(periodo)) throw unknownShape("a month that is not offered");
  const accounts = parseAccounts(page.accounts);
  const { months, ...read } = await eachAccount(accounts.rows, async ({ numeroCuenta }) => {
    const asked = { numeroCuenta, periodo };
    return parseMovements(await readMonth(inside, asked), asked);
  });
  return withAccounts(cuentas, accounts, { rows: [monthRows(movimientos, months)], ...read });
}

const maxReadings = 3;

/** A movement that comes while the pages are read moves all of them: then it begins again. */
async function readMonth(inside: BancoEVisit, month: Month): Promise<(RawMovement | null)[]> {
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    const rows = await readPages(inside, month);
    if (rows !== null) return rows;
  }
  throw new AppError("upstream_error", { cause: new Error("the month never held still") });
}

/** Null when the month grew on the way. */
async function readPages(
  inside: BancoEVisit,
  month: Month,
): Promise<(RawMovement | null)[] | null> {
  const first = await readPiece(inside, month, { pagina: 1, before: 0 });
  const rows = [...first.rows];
  for (let pagina = 2; rows.length < first.total; pagina += 1) {
    const piece = await readPiece(inside, month, { pagina, before: rows.length });
    if (piece.total !== first.total) return null;
    rows.push(...piece.rows);
  }
  if (rows.length > first.total) throw unknownShape("more rows than the portal counts");
  return rows;
}

/** What the page's own script asks for; the table that is there meanwhile says nothing. */
async function readPiece(
  { session, baseUrl }: BancoEVisit,
  { numeroCuenta, periodo }: Month,
  { pagina, before }: { pagina: number; before: number },
): Promise<Piece> {
  const query = new URLSearchParams({ cuenta: numeroCuenta, mes: periodo, pagina: String(pagina) });
  const { text } = await askInPage(session, {
    url: `${baseUrl}/movimientos/tabla?${query.toString()}`,
  });
  const piece = await step(session, "read the movements", () => shownPiece(session.page, text));
  if (piece.asksToLogIn) throw new SessionEnded();
  return parsePiece(piece, { numeroCuenta, periodo, before });
}
