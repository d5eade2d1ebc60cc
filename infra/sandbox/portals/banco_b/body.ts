import type { Context } from "hono";
import type { z } from "zod";
import type { SandboxEnv } from "../../system/system.ts";

/** The JSON body of a call; undefined if it is not what the call takes. */
export async function bodyAs<S extends z.ZodType>(
  c: Context<SandboxEnv>,
  schema: S,
): Promise<z.infer<S> | undefined> {
  const text = await c.req.text();
  let raw: unknown;
  try {
    raw = JSON.parse(text === "" ? "{}" : text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
  return schema.safeParse(raw).data;
}
