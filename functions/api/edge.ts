import { zValidator } from "@hono/zod-validator";
import type { Context, Env, Input, ValidationTargets } from "hono";
import type { z } from "zod";
import { validationError } from "#lib/kernel/errors/index.ts";
import type { ControlOperation } from "#lib/tools/documents/index.ts";
import { issuesOf } from "#lib/tools/call/index.ts";
import { passBody, readJson } from "./body.ts";

/** What a handler receives from a request. */
export interface Checked<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  /** Undefined for an operation without a body. */
  body: z.output<B>;
}

interface Validated<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
> extends Input {
  out: { param: z.output<P>; query: z.output<Q>; json: z.output<B> };
}

/**
 * What a request must pass, in this order: path, query, body. This runs inside the recorded call, not in the router's
 * chain, so that refusals are recorded too.
 */
export function edgeOf<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
  operation: Pick<ControlOperation<P, Q, B>, "method" | "params" | "query" | "body">,
): (c: Context) => Promise<Checked<P, Q, B>> {
  type All = Validated<P, Q, B>;
  const { body, method } = operation;
  const param = check<P, "param", All>("param", operation.params);
  const query = check<Q, "query", All>("query", operation.query);
  const json = body === undefined ? null : check<B, "json", All>("json", body);
  return async (c: Context<Env, string, All>) => {
    await param(c, passed);
    await query(c, passed);
    if (json !== null) {
      // Read within our own limits; the validator then finds it in the request's cache.
      c.req.bodyCache.json = Promise.resolve(await readJson(c.req));
      await json(c, passed);
    } else if (method !== "get") await passBody(c.req);
    return { params: c.req.valid("param"), query: c.req.valid("query"), body: c.req.valid("json") };
  };
}

/** Types the result for a generic schema, which the validator's own types leave open. */
function check<S extends z.ZodType, T extends keyof ValidationTargets, I extends Input>(
  target: T,
  schema: S,
) {
  const refuse = refusing(schema);
  type Refuse = typeof refuse;
  return zValidator<S, T, Env, string, Refuse, z.input<S>, z.output<S>, I>(target, schema, refuse);
}

async function passed(): Promise<void> {}

/** The only way to refuse a request that does not match its schema. */
function refusing(schema: z.ZodType) {
  return ({ data, error }: { success: boolean; data: unknown; error?: z.core.$ZodError }): void => {
    if (error !== undefined) throw validationError(issuesOf(error, data, schema));
  };
}
