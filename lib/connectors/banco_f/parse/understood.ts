import type { z } from "zod";
import { unknownShape } from "#lib/contract/bank/index.ts";

/** An answer as the schema knows it. What the schema says of another one may quote it: left out. */
export function understood<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { success, data } = schema.safeParse(answer);
  if (!success) throw unknownShape("an answer with other fields");
  return data;
}

/** Null for a row that has other fields. */
export function rowOf<T>(schema: z.ZodType<T>, row: unknown): T | null {
  return schema.safeParse(row).data ?? null;
}
