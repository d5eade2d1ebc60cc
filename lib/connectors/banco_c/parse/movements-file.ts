import {
  addDays,
  firstDay,
  lastDay,
  parsePortalDate,
  parseRut,
  type Fecha,
  type Periodo,
} from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { parseMoneda, rowsOf, unknownShape } from "#lib/contract/bank/index.ts";
import { movementColumns, type RawMovement } from "../portal.ts";
import { parseCsv } from "./csv.ts";

interface FileAsked {
  rut: string;
  numeroCuenta: string;
  periodo: Periodo;
  today: Fecha;
}

export interface MovementsFile {
  numeroCuenta: string;
  moneda: string;
  /** Oldest first, as in the file, including days of the neighbouring months. */
  rows: (RawMovement | null)[];
}

const emptyMarker = "NO EXISTEN MOVIMIENTOS PARA EL PERIODO SELECCIONADO";

/** Refuses a file of another company, account or month, and a truncated one. */
export function parseMovementsFile(text: string, asked: FileAsked): MovementsFile {
  const [company = [], account = [], days = [], headers = [], ...rest] = parseCsv(text);
  const owner = parseRut(labelled(company, "RUT"));
  if (owner === null) throw unknownShape("a file that names no company");
  if (owner !== asked.rut) throw new AppError("connection_identity_mismatch");
  const numeroCuenta = labelled(account, "Cuenta");
  const moneda = parseMoneda(labelled(account, "Moneda"));
  if (numeroCuenta !== asked.numeroCuenta) throw unknownShape("a file of another account");
  if (moneda === null) throw unknownShape("a file without a currency");
  if (!covers(days, asked)) throw unknownShape("a file of other days");

  const [label, count] = rest.pop() ?? [];
  if (label !== "Total registros" || count === undefined) throw unknownShape("a file cut short");
  const lines = rest.length === 1 && rest[0]?.join("") === emptyMarker ? [] : rest;
  // An empty list is accepted only with the portal's own sentence.
  if (lines.length === 0 && rest.length === 0) throw unknownShape("neither rows nor their absence");
  if (count.replaceAll(".", "") !== String(lines.length)) throw unknownShape("rows are missing");
  return { numeroCuenta, moneda, rows: rowsOf({ headers, rows: lines }, movementColumns) };
}

/** The cell after the one with this text. */
function labelled(cells: readonly string[], label: string): string {
  const place = cells.indexOf(label);
  return place === -1 ? "" : (cells[place + 1] ?? "");
}

/**
 * Whether the file covers the month up to today; near midnight the portal may still be in
 * yesterday.
 */
function covers(days: readonly string[], { periodo, today }: FileAsked): boolean {
  const from = parsePortalDate(labelled(days, "Desde"));
  const to = parsePortalDate(labelled(days, "Hasta"));
  if (from === null || to === null) return false;
  return from <= firstDay(periodo) && (to >= lastDay(periodo) || to >= addDays(today, -1));
}
