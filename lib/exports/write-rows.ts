import { csvLine } from "#lib/kernel/csv-line.ts";

type Row = Readonly<Record<string, unknown>>;

/** A file format for rows: its extension, its media type, and how it is written. */
interface RowFormat {
  mediaType: string;
  /** The beginning of a file. */
  head(fields: readonly string[]): string;
  rows(fields: readonly string[], rows: readonly Row[]): string;
}

const ndjson: RowFormat = {
  mediaType: "application/x-ndjson",
  head: () => "",
  rows: (_fields, rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
};

const csv: RowFormat = {
  mediaType: "text/csv; charset=UTF-8",
  head: csvLine,
  rows: (fields, rows) => rows.map((row) => csvLine(fields.map((field) => row[field]))).join(""),
};

export const rowFormats = { ndjson, csv } as const;
