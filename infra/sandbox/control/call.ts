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

/** What the service finds wrong with a call is answered with what the call takes, too. */
export async function served<T>(takes: unknown, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isWrongCall = error instanceof Error && (error as Refusal).status === 400;
    throw isWrongCall ? Object.assign(error, { takes }) : error;
  }
}

interface Refusal {
  status?: unknown;
  code?: unknown;
  takes?: unknown;
}

/** The service's answer to our call is shown unchanged, because this plane is for developers. */
export function failure(error: Error, c: Context): Response {
  const { code, status, takes } = error as Refusal;
  const known = typeof status === "number" && status >= 400 && status <= 599;
  return c.json(
    {
      error: error.message,
      ...(typeof code === "string" && { code }),
      ...(takes !== undefined && { takes }),
    },
    (known ? status : 500) as ContentfulStatusCode,
  );
}
