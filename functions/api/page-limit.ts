import * as z from "zod";

/**
 * The page size in a query: digits and nothing else. `Number` would also accept `1e1`, `0x10` or a leading blank,
 * which no published schema allows.
 */
export function pageLimit(most: number) {
  const written = "Write a whole number in digits, such as 10";
  return z.preprocess(
    (text) => (typeof text === "string" && /^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) : text),
    z
      .int({ error: ({ code }) => (code === "invalid_type" ? written : undefined) })
      .min(1)
      .max(most),
  );
}
