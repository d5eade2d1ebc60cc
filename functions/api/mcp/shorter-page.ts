import { limitIn, maxResultChars, rowsIn, withPage } from "./page-size.ts";

/** Everything but the data: ids, and field names that third parties wrote. */
const aroundChars = 2_000;
const maxDataChars = maxResultChars - aroundChars;

/**
 * The input with fewer rows, if the rows are longer than the example suggested; null if the answer fits. A read
 * changes nothing, and its cursor continues after the rows that are sent.
 */
export function shorterPage(input: unknown, data: unknown): unknown {
  const { length: chars } = JSON.stringify(data);
  const { length } = rowsIn(data);
  const rows = Math.min(limitIn(input) ?? length, length);
  if (chars <= maxDataChars || rows <= 1) return null;
  const share = Math.min(0.5, (0.9 * maxDataChars) / chars);
  return withPage(input, Math.max(1, Math.floor(rows * share)));
}
