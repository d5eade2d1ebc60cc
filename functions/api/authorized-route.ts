import type { Hono, HonoRequest } from "hono";
import type { z } from "zod";
import type { Context } from "#lib/db/context.ts";
import type { Standing } from "#lib/limits/index.ts";
import type { ControlOperation } from "#lib/tools/documents/index.ts";
import { control, type ControlResult, type ExecuteDeps } from "#lib/tools/execute/index.ts";
import { readJson } from "./body.ts";
import { parsed } from "./control.ts";

export interface AuthorizedCall<P extends z.ZodObject, Q extends z.ZodObject> {
  ctx: Context;
  standing: Standing;
  params: z.output<P>;
  query: z.output<Q>;
  /** The parsed body, for operations that have one. */
  body: unknown;
}

/** Serves an operation to callers whose credential has its scopes, on record. */
export function authorizedRoute<P extends z.ZodObject, Q extends z.ZodObject>(
  app: Hono,
  deps: ExecuteDeps,
  operation: ControlOperation<P, Q>,
  handle: (call: AuthorizedCall<P, Q>) => Promise<ControlResult>,
): void {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
  const requiredScopes = typeof operation.auth === "string" ? [] : operation.auth.bearer;
  app.on(operation.method.toUpperCase(), path, async (c) => {
    const request = {
      operation: operation.id,
      authorization: c.req.header("authorization"),
      traceLabel: c.req.header("x-client-trace-id"),
      clientLabel: c.req.header("x-connect-client"),
      requiredScopes,
    };
    const answer = await control(deps, request, async (ctx, standing) =>
      handle({
        ctx,
        standing,
        params: parsed(operation.params, c.req.param()),
        query: parsed(operation.query, c.req.query()),
        body: await bodyOf(c.req, operation.body),
      }),
    );
    return Response.json(answer.body, { status: answer.status, headers: answer.headers });
  });
}

async function bodyOf(request: HonoRequest, schema: z.ZodType | undefined): Promise<unknown> {
  if (schema === undefined) return undefined;
  return parsed(schema, await readJson(request));
}
