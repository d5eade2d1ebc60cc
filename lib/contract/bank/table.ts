import { AppError } from "#lib/kernel/errors/index.ts";

export interface PrintedTable {
  headers: readonly string[];
  rows: readonly (readonly string[])[];
}

/** An option of a list. */
export interface PrintedOption {
  value: string;
  text: string;
}

/**
 * The rows of a table by column name; null for a row with another number of cells. If a column is
 * missing, renamed or duplicated, the meaning of the cells is unknown: nothing is read.
 */
export function rowsOf<Field extends string>(
  table: PrintedTable,
  columns: Record<Field, string>,
): (Record<Field, string> | null)[] {
  const places = Object.entries<string>(columns).map(([field, header]) => {
    const place = table.headers.indexOf(header);
    if (place === -1 || table.headers.lastIndexOf(header) !== place) throw unknownShape();
    return [field as Field, place] as const;
  });
  return table.rows.map((cells) => {
    if (cells.length !== table.headers.length) return null;
    const entries = places.map(([field, place]) => [field, (cells[place] ?? "").trim()] as const);
    return Object.fromEntries(entries) as Record<Field, string>;
  });
}

/** The answer is not one that the connector knows. The reason is our text, never the portal's. */
export function unknownShape(reason = "the table has other columns"): AppError {
  return new AppError("upstream_unexpected_response", { cause: new Error(reason) });
}

/** Rows that could be read, and how many could not. When none could, the shape is another one. */
export function readable<Raw, Row>(
  rows: readonly (Raw | null)[],
  parse: (raw: Raw) => Row | null,
): { rows: Row[]; incompletos: number } {
  const parsed = rows.map((raw) => (raw === null ? null : parse(raw)));
  const whole = parsed.filter((row) => row !== null);
  if (rows.length > 0 && whole.length === 0) throw unknownShape("not one row could be read");
  return { rows: whole, incompletos: rows.length - whole.length };
}

export function textOrNull(cell: string): string | null {
  return cell === "" ? null : cell;
}
