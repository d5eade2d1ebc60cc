import { limitIn, maxResultChars, rowsIn, withPage } from "./page-size.ts";

/** What is around the data: ids, and the names of fields that third parties wrote. */
const aroundChars = 2_000;
const maxDataChars = maxResultChars - aroundChars;

/**
 * The input of fewer rows, where those of an answer are longer than the example let expect; null
 * where it fits. A read changes nothing, and its cursor goes on behind what is answered.
 */
export function shorterPage(input: unknown, data: unknown): unknown {
  const { length: chars } = JSON.stringify(data);
  const { length } = rowsIn(data);
  const rows = Math.min(limitIn(input) ?? length, length);
  if (chars <= maxDataChars || rows <= 1) return null;
  const share = Math.min(0.5, (0.9 * maxDataChars) / chars);
  return withPage(input, Math.max(1, Math.floor(rows * share)));
}
