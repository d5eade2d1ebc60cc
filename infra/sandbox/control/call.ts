import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { checked, WrongCall } from "../system/wrong-call.ts";

/** Parses a JSON body; anything else is a 400 that says what the call takes. */
export async function bodyOf<S extends z.ZodType>(
  c: Context,
  schema: S,
  takes: unknown,
): Promise<z.infer<S>> {
  const text = await c.req.text();
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new WrongCall("the body is not JSON", takes);
  }
  return checked(raw, schema, takes);
}

/** The service's answer to our call is shown unchanged, because this plane is for developers. */
export function failure(error: Error, c: Context): Response {
  if (error instanceof WrongCall) {
    return c.json({ error: error.message, takes: error.takes }, error.status);
  }
  const { code, status } = error as { code?: unknown; status?: unknown };
  const known = typeof status === "number" && status >= 400 && status <= 599;
  return c.json(
    { error: error.message, ...(typeof code === "string" ? { code } : {}) },
    (known ? status : 500) as ContentfulStatusCode,
  );
}
