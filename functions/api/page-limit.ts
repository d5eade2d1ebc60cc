import * as z from "zod";

/**
 * How many rows a page of a list may have, as a query writes it: in digits and nothing else. What
 * `Number` takes too, as `1e1`, `0x10` or a blank before it, no published schema allows.
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
