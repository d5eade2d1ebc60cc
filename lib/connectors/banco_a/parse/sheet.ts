import { parseMonto, type Periodo } from "#lib/chile/index.ts";
import { parseMoneda, rowsOf, unknownShape } from "#lib/contract/bank/index.ts";
import { movementColumns, type RawMovement, type ShownPage } from "../portal.ts";

/** One sheet of an account's month: everything around the rows is parsed, the rows are not. */
export interface Sheet {
  moneda: string;
  opening: number;
  closing: number;
  rows: (RawMovement | null)[];
  /** Whether another sheet follows. */
  more: boolean;
}

interface SheetAsked {
  numeroCuenta: string;
  periodo: Periodo;
  /** From 1. */
  number: number;
}

const emptyMarker = "No registra movimientos en el período";
const pageNote = /^Página (\d+) de (\d+)$/;

/** Refuses a sheet of another account or month, and one out of order. */
export function parseSheet(page: ShownPage, asked: SheetAsked): Sheet {
  const { labels } = page;
  const moneda = parseMoneda(labels["Moneda"] ?? "");
  const opening = parseMonto(labels["Saldo inicial"] ?? "");
  const closing = parseMonto(labels["Saldo final"] ?? "");
  if (labels["Cuenta"] !== asked.numeroCuenta) throw unknownShape("a sheet of another account");
  if (labels["Período"] !== printed(asked.periodo)) throw unknownShape("a sheet of another month");
  if (moneda === null || opening === null || closing === null) throw unknownShape("no sheet");
  const frame = { moneda, opening: opening.value, closing: closing.value };
  if (page.table === null) return emptySheet(page, frame);

  const [, number, last] = (pageNote.exec(page.pageNote ?? "") ?? []).map(Number);
  if (number !== asked.number || last === undefined) throw unknownShape("a sheet out of its turn");
  // A link missing before the last sheet would silently end the month.
  if (page.hasNext !== number < last) throw unknownShape("sheets end where they should not");
  const rows = rowsOf(page.table, movementColumns);
  if (rows.length === 0) throw unknownShape("a table without rows");
  return { ...frame, rows, more: page.hasNext };
}

/** An empty list is accepted only when the portal says so, with its balances. */
function emptySheet(
  page: ShownPage,
  frame: { moneda: string; opening: number; closing: number },
): Sheet {
  const proven = page.notice === emptyMarker && !page.hasNext && frame.opening === frame.closing;
  if (!proven) throw unknownShape("neither rows nor the mark of an empty month");
  return { ...frame, rows: [], more: false };
}

function printed(periodo: Periodo): string {
  return `${periodo.slice(5)}/${periodo.slice(0, 4)}`;
}
