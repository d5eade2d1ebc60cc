import { FinishedRows, type FinishedAs, type RecordPage } from "#lib/contract/index.ts";
import { seenKeyOf, type RowsSeen } from "../rows-seen.ts";

/*
 * Finished rows: a row is checked and written as its reader will get it once, when it is stored, and
 * a read joins such texts.
 *
 * - `upsertRecords` stores with each payload the row's line (`answer`) and the name of the contract
 *   it was checked against (`answer_contract`). The name is drawn from the schema: another schema is
 *   another name. A trigger drops both when the payload changes.
 * - A tool whose answers show the dataset's rows unchanged asks for that contract (`finishedAs`). If
 *   all rows of a page were finished under it, the page is `FinishedRows`: one text. If one was not,
 *   or is withdrawn, all are parsed, completed and checked as if nothing were finished.
 * - The only part that a read adds is when each row was last seen; it goes behind the others.
 * - REST writes the text into its body (`bodyText`), and checks every 32nd answer all the same. Who
 *   needs columns or certain fields, and every other surface, takes `parsed()`: that costs what was
 *   saved.
 *
 * A line says when the row was read, its place in that reading, its month and account and when it was
 * withdrawn; then comes its JSON. The three characters below divide them: JSON escapes control
 * characters, and none can be in a key (clean-text.ts).
 *
 * Measured for 500 movements of a bank (149 kB, the same bytes either way), from the database's text
 * to the body: 0.30 ms of the process instead of 3.14. It costs 135 kB of storage for them, and 20 of
 * the 290 ms that 10,000 cost the database when they are stored (docs/performance.md).
 */
export const rowEnd = "\u001E";
const headEnd = "\u001D";
const fieldEnd = "\u001F";

/**
 * `extract` works digit by digit, which is costly for a page of rows; rounded, since a float may be
 * slightly off.
 */
export const msOf = (column: string) => `round(date_part('epoch', ${column}) * 1000)`;

/** In SQL, as stored: everything a page says about a row except when it was read. */
export function finishedLine(order: string, seenKey: string, json: string): string {
  return `${order} || '${fieldEnd}' || ${seenKey} || '${headEnd}' || ${json}`;
}

/**
 * In SQL: when it was read, followed by the row as finished under contract $6, or else as stored.
 */
export function rowInText(row: string, finished: boolean): string {
  const ofReading = `case when ${row}.withdrawn_at is null and ${row}.missed_by is null
          then ${seenKeyOf(row)} else '' end`;
  const withdrawn = `coalesce(${msOf(`${row}.withdrawn_at`)}::text, '')`;
  const fields = `${row}.read_order, ${ofReading}, ${withdrawn}`;
  const plain = `concat_ws('${fieldEnd}', ${fields}) || '${headEnd}' || ${row}.payload::text`;
  const line = finished
    ? `case when ${isFinished(row)} then ${row}.answer else ${plain} end`
    : plain;
  return `${msOf(`${row}.read_at`)} || '${fieldEnd}' || ${line}`;
}

/** In SQL. A row that no reading brings any more is answered differently than it was finished. */
export function isFinished(row: string): string {
  return `${row}.answer_contract = $6 and ${row}.answer is not null
          and ${row}.missed_by is null and ${row}.withdrawn_at is null`;
}

type ReadAtOf = (read: readonly string[]) => string;

/**
 * When a row was last seen: its own instant, or the last reading that covered all its neighbours.
 */
export function readingInstants(seenByReading: readonly (RowsSeen[string] | null)[]): ReadAtOf {
  const last = new Map<string, number>();
  for (const seen of seenByReading) {
    for (const [key, at] of Object.entries(seen ?? {})) {
      last.set(key, Math.max(at, last.get(key) ?? 0));
    }
  }
  // Rows of several months and accounts mostly share one instant.
  const texts = new Map<number, string>();
  return ([readMs, readOrder, seenKey = ""]) => {
    const at = Math.max(Number(readMs), (last.get(seenKey) ?? 0) + Number(readOrder));
    const text = texts.get(at) ?? instantText(at);
    texts.set(at, text);
    return text;
  };
}

/** The rows as stored. */
export function pageRows(text: string | null, readAtOf: ReadAtOf): RecordPage["rows"] {
  return rowsIn(text).map(([head, json]) => {
    const fields = head.split(fieldEnd);
    const [, , , withdrawnMs = ""] = fields;
    return {
      payload: JSON.parse(json) as Record<string, unknown>,
      readAt: readAtOf(fields),
      withdrawnAt: withdrawnMs === "" ? null : instantText(Number(withdrawnMs)),
    };
  });
}

/** The rows as answered: each ends with its instant, which most of a page share. */
export function finishedRows(
  text: string | null,
  { readAtField }: FinishedAs,
  readAtOf: ReadAtOf,
): FinishedRows {
  const ends = new Map<string, string>();
  const endOf = (head: string): string => {
    const known = ends.get(head);
    if (known !== undefined) return known;
    const end = `,"${readAtField}":"${readAtOf(head.split(fieldEnd))}"}`;
    ends.set(head, end);
    return end;
  };
  return new FinishedRows(
    rowsIn(text)
      .map(([head, json]) => json.slice(0, -1) + endOf(head))
      .join(","),
  );
}

function rowsIn(text: string | null): [head: string, json: string][] {
  if (text === null) return [];
  return text.split(rowEnd).map((row) => {
    const end = row.indexOf(headEnd);
    return [row.slice(0, end), row.slice(end + 1)];
  });
}

/** A page is read with one extra row, which shows that there are more. */
export function withoutLast(text: string | null): string | null {
  return text === null ? null : text.slice(0, Math.max(0, text.lastIndexOf(rowEnd)));
}

export function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
