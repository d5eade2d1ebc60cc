import type { z } from "zod";
import { unknownShape } from "./table.ts";

/**
 * Parses an answer with the schema. The schema's own error may quote the answer, so it is left out.
 */
export function parseAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { success, data } = schema.safeParse(answer);
  if (!success) throw unknownShape("an answer with other fields");
  return data;
}

/** The same for an answer in JSON. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw unknownShape("an answer that is not JSON");
  }
  return parseAnswer(schema, answer);
}

/** Null for a row with other fields. */
export function parseRow<T>(schema: z.ZodType<T>, row: unknown): T | null {
  return schema.safeParse(row).data ?? null;
}
