import * as z from "zod";
import { idPattern } from "#lib/kernel/ids.ts";

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

/** Where the page begins. */
export const cursor = z.string().max(2000).optional().describe("From the answer before, as it is");

/** Narrows a list to what one connection had to do with. */
export function ofConnection(what: string) {
  return z
    .string()
    .regex(idPattern("conn"), { error: "The id of a connection, conn_ and 26 characters" })
    .optional()
    .describe(`Only ${what} of this connection`);
}
