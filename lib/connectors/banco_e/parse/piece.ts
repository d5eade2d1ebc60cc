import type { Periodo } from "#lib/chile/index.ts";
import { rowsOf, unknownShape } from "#lib/contract/bank/index.ts";
import { movementColumns, type RawMovement, type ShownPiece } from "../portal.ts";
import { named } from "./texts.ts";

interface PieceAsked {
  numeroCuenta: string;
  periodo: Periodo;
  /** How many rows the earlier pages had. */
  before: number;
}

export interface Piece {
  rows: (RawMovement | null)[];
  /** How many movements the month has in total at this moment. */
  total: number;
}

const summary =
  /^Cuenta (?<cuenta>\d+), (?<mes>[a-z]{3}-\d{4}): (?<from>[\d.]+) a (?<to>[\d.]+) de (?<total>[\d.]+) movimientos?$/;
const emptyMark = /^La cuenta (?<cuenta>\d+) no registra movimientos en (?<mes>[a-z]{3}-\d{4})\.$/;

/** Refuses a piece of another account, month or page. */
export function parsePiece(piece: ShownPiece, asked: PieceAsked): Piece {
  if (piece.table === null) return emptyPiece(piece, asked);
  const shown = summary.exec(piece.summary ?? "")?.groups ?? {};
  requireAsked(shown, asked);
  const [from, to, total] = [shown["from"], shown["to"], shown["total"]].map(numberIn);
  const rows = rowsOf(piece.table, movementColumns);
  const inTurn = from === asked.before + 1 && to === asked.before + rows.length;
  if (!inTurn || total === undefined || rows.length === 0) throw unknownShape("rows are missing");
  return { rows, total };
}

/** An empty list is accepted only with the portal's own mark, and on a first page. */
function emptyPiece(piece: ShownPiece, asked: PieceAsked): Piece {
  if (piece.emptyMark === null || asked.before > 0) {
    throw unknownShape("neither movements nor their absence");
  }
  requireAsked(emptyMark.exec(piece.emptyMark)?.groups ?? {}, asked);
  return { rows: [], total: 0 };
}

function requireAsked(shown: Record<string, string>, asked: PieceAsked): void {
  const same = shown["cuenta"] === asked.numeroCuenta && shown["mes"] === named(asked.periodo);
  if (!same) throw unknownShape("another account, or another month");
}

function numberIn(text = ""): number {
  return Number(text.replaceAll(".", ""));
}
