import type { z } from "zod";
import { unknownShape } from "./table.ts";

/** An answer as the schema knows it. What the schema says of another one may quote it: left out. */
export function parseAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { success, data } = schema.safeParse(answer);
  if (!success) throw unknownShape("an answer with other fields");
  return data;
}

/** An answer in JSON, likewise. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw unknownShape("an answer that is not JSON");
  }
  return parseAnswer(schema, answer);
}

/** Null for a row that has other fields. */
export function parseRow<T>(schema: z.ZodType<T>, row: unknown): T | null {
  return schema.safeParse(row).data ?? null;
}
