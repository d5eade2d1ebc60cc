/** A line of CSV (RFC 4180), in which a spreadsheet finds no formula. Unknown values are empty. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = harmless(textOf(value));
  return /[",;'\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

/**
 * Where a cell of a spreadsheet may begin: also behind each semicolon, which separates the cells where
 * decimals have a comma, as in Chile, whatever the quotes around it.
 */
const formula = /(^|;)(?=[\s"']*[=+\-@])|^(?=[\t\r])/g;

/** A stranger's text must only be read. */
function harmless(text: string): string {
  return text.replace(formula, "$1'");
}
