import { askInPage, step } from "#lib/browser/index.ts";
import {
  eachAccount,
  monthRows,
  notOffered,
  offersMonth,
  withAccounts,
} from "#lib/contract/bank/index.ts";
import { SessionEnded, type AlcanceReading } from "#lib/contract/index.ts";
import { parseAccounts } from "../parse/accounts.ts";
import type { AskedMonth } from "../parse/movements.ts";
import { parsePiece, type Piece } from "../parse/piece.ts";
import { cuentas, movimientos } from "../store.ts";
import { openPage, type BancoEVisit } from "./pages.ts";
import { readMonth } from "./read-month.ts";
import { shownPiece } from "./shown-page.ts";

export async function readMovements(inside: BancoEVisit): Promise<AlcanceReading> {
  const { periodo } = inside;
  const page = await openPage(inside, "/movimientos");
  const isOffered = offersMonth(page.months, periodo);
  const accounts = parseAccounts(page.accounts);
  const { months, ...read } = await eachAccount(accounts.rows, async ({ numeroCuenta }) => {
    if (!isOffered) return notOffered;
    const asked = { numeroCuenta, periodo };
    return readMonth((page) => readPiece(inside, asked, page), asked);
  });
  return withAccounts(cuentas, accounts, { rows: [monthRows(movimientos, months)], ...read });
}

/** Requests what the page's own script requests; the table already on the page proves nothing. */
async function readPiece(
  { session, baseUrl }: BancoEVisit,
  { numeroCuenta, periodo }: AskedMonth,
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
