import type { Fecha } from "#lib/chile/index.ts";
import { parseMoneda, rowsOf, unknownShape } from "#lib/contract/bank/index.ts";
import { movementColumns, type RawMovement, type ShownPage } from "../portal.ts";
import { printedDay } from "./day.ts";

const emptyMarker = "Sin información para los filtros indicados";

/** The portal shows no more rows than these, without saying so. */
export const mostRows = 1_000;

export interface Search {
  numeroCuenta: string;
  desde: Fecha;
  hasta: Fecha;
}

export interface Found {
  moneda: string;
  /** Newest first; null for a row with another number of cells. */
  rows: (RawMovement | null)[];
  /** As many as are ever shown: there may be more. */
  full: boolean;
}

/** Refuses the answer to another question, and an empty list without the portal's sentence. */
export function parseSearch({ texts, tables }: ShownPage, asked: Search): Found {
  const moneda = parseMoneda(texts.moneda ?? "");
  const table = tables.movimientos;
  if (moneda === null || table === null) throw unknownShape("no list of movements");
  if (texts.cuenta !== asked.numeroCuenta) throw unknownShape("movements of another account");
  const [desde, hasta] = [printedDay(asked.desde), printedDay(asked.hasta)];
  if (texts.desde !== desde || texts.hasta !== hasta) throw unknownShape("movements of other days");

  const rows = isEmpty(table.rows) ? [] : rowsOf(table, movementColumns);
  if (texts.registros !== String(rows.length)) throw unknownShape("another number of rows");
  if (rows.length === 0 && !isEmpty(table.rows)) throw unknownShape("no rows and no mark of it");
  return { moneda, rows, full: rows.length >= mostRows };
}

function isEmpty(rows: readonly (readonly string[])[]): boolean {
  return rows.length === 1 && rows[0]?.length === 1 && rows[0][0]?.trim() === emptyMarker;
}
