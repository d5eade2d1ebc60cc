import type { z } from "zod";
import { unknownShape } from "#lib/contract/bank/index.ts";

/** The data of an answer as the schema knows them; what the schema says of others may quote them. */
export function understood<T>(schema: z.ZodType<T>, datos: unknown): T {
  const { success, data } = schema.safeParse(datos);
  if (!success) throw unknownShape("an answer with other fields");
  return data;
}
