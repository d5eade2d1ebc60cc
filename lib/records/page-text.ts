import { FinishedRows, type FinishedAs, type RecordPage } from "#lib/contract/index.ts";
import type { RowsSeen } from "./rows-seen.ts";

/*
 * A page's rows in one text, so that the process parses what it has to look into and joins the rest.
 * JSON escapes control characters: none of these can be inside a row, nor in a key (clean-text.ts).
 */
export const rowEnd = "\u001E";
const fieldEnd = "\u001F";

/** `extract` works digit by digit, which a page of rows pays for; rounded, for a float is a hair off. */
export const msOf = (column: string) => `round(date_part('epoch', ${column}) * 1000)`;

/** In SQL: when it was read and withdrawn, and the row as it is answered, or else as it is kept. */
export function rowInText(row: string): string {
  const read = `${msOf(`${row}.read_at`)}, ${row}.read_order, coalesce(${row}.seen_key, '')`;
  const fields = `${read}, coalesce(${msOf(`${row}.withdrawn_at`)}::text, '')`;
  return `concat_ws('${fieldEnd}', ${fields}, coalesce(${row}.answer, ${row}.payload::text))`;
}

type ReadAtOf = (read: readonly string[]) => string;

/** When a row was last seen: by itself, or by the last reading that told of all its neighbours. */
export function readingInstants(seenByReading: readonly (RowsSeen[string] | null)[]): ReadAtOf {
  const last = new Map<string, number>();
  for (const seen of seenByReading) {
    for (const [key, at] of Object.entries(seen ?? {})) {
      last.set(key, Math.max(at, last.get(key) ?? 0));
    }
  }
  // Rows of several months and accounts were mostly last seen at one instant.
  const texts = new Map<number, string>();
  return ([readMs, readOrder, seenKey = ""]) => {
    const at = Math.max(Number(readMs), (last.get(seenKey) ?? 0) + Number(readOrder));
    const text = texts.get(at) ?? instant(at);
    texts.set(at, text);
    return text;
  };
}

/** The rows as they are kept. */
export function pageRows(text: string | null, readAtOf: ReadAtOf): RecordPage["rows"] {
  return rowsIn(text).map(([read, json]) => {
    const fields = read.split(fieldEnd);
    const [, , , withdrawnMs = ""] = fields;
    return {
      payload: JSON.parse(json) as Record<string, unknown>,
      readAt: readAtOf(fields),
      withdrawnAt: withdrawnMs === "" ? null : instant(Number(withdrawnMs)),
    };
  });
}

/** The rows as they are answered: each is closed with its instant, which most of a page share. */
export function finishedRows(
  text: string | null,
  { readAtField }: FinishedAs,
  readAtOf: ReadAtOf,
): FinishedRows {
  const ends = new Map<string, string>();
  const endOf = (read: string): string => {
    const known = ends.get(read);
    if (known !== undefined) return known;
    const end = `,"${readAtField}":"${readAtOf(read.split(fieldEnd))}"}`;
    ends.set(read, end);
    return end;
  };
  const rows = rowsIn(text).map(([read, json]) => json.slice(0, -1) + endOf(read));
  return new FinishedRows(rows.join(","));
}

function rowsIn(text: string | null): [read: string, json: string][] {
  if (text === null) return [];
  return text.split(rowEnd).map((row) => {
    const end = row.lastIndexOf(fieldEnd);
    return [row.slice(0, end), row.slice(end + 1)];
  });
}

export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
