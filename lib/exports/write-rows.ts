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

/** RFC 4180. */
const csv: RowFormat = {
  mediaType: "text/csv; charset=UTF-8",
  head: (fields) => line(fields),
  rows: (fields, rows) => rows.map((row) => line(fields.map((field) => row[field]))).join(""),
};

export const rowFormats = { ndjson, csv } as const;

function line(values: readonly unknown[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? harmless(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet takes a text with this beginning for a formula, but a stranger's text must only be
 * read.
 */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
