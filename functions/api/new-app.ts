import { Hono, type Context, type HonoRequest } from "hono";
import * as z from "zod";
import { startTimer } from "#lib/kernel/clock.ts";
import { AppError, asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { control } from "#lib/tools/execute/index.ts";
import { refusal } from "./refusal.ts";
import type { CallDeps } from "./route-deps.ts";

/** Without routes, but already with an answer for paths that no route serves. */
export function newApp(deps: CallDeps): Hono {
  const app = bareApp(deps);
  const headers = Object.entries(safeHeaders(deps.baseUrl));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of headers) c.header(name, value);
  });
  return app;
}

/**
 * For routes that set these headers themselves: changing a finished answer copies its body through a stream, which
 * costs a stored read a tenth of its time.
 */
export function bareApp(deps: CallDeps): Hono {
  const app = new Hono();
  const headers = Object.entries(safeHeaders(deps.baseUrl));
  const refuse = (error: AppError): Response => {
    const { clock, log } = deps;
    const call = { requestId: newId("req", clock.now()), elapsedMs: startTimer() };
    const answer = refusal(log, call, error);
    for (const [name, value] of headers) answer.headers.set(name, value);
    return answer;
  };
  app.notFound((c) =>
    c.req.header("authorization") === undefined ? refuse(notFound(c.req)) : refuseCaller(deps, c),
  );
  app.onError((thrown) => refuse(asAppError(thrown)));
  return app;
}

/** Headers of every answer. */
export function safeHeaders(baseUrl: string): Record<string, string> {
  const isSecure = new URL(baseUrl).protocol === "https:";
  return {
    "x-content-type-options": "nosniff",
    // One year: browsers that were here once will not return over plain HTTP.
    ...(isSecure && { "strict-transport-security": "max-age=31536000" }),
  };
}

/** For the wrong method on a tool's path, names the right one. */
function notFound({ path, method }: Pick<HonoRequest, "path" | "method">): AppError {
  const isTool = /^\/v1\/tools\/[^/]+\/execute$/.test(path) && method !== "POST";
  return new AppError("tool_not_found", { ...(isTool && { details: { method: "POST" } }) });
}

const nothing = { status: 200, content: { kind: "json", schema: z.never() } } as const;

/** Calls with a credential are counted and recorded even at unknown paths. */
async function refuseCaller(deps: CallDeps, c: Context): Promise<Response> {
  const request = c.req;
  const asked = {
    // Never log the path: it may contain a link's token.
    operation: "path.unknown",
    authorization: request.header("authorization"),
    address: deps.addressOf(c),
    traceLabel: request.header("x-client-trace-id"),
    clientLabel: request.header("x-connect-client"),
    requiredScopes: [],
  };
  const answer = await control(deps, asked, nothing, () => Promise.reject(notFound(request)));
  return Response.json(answer.body, { status: answer.status, headers: answer.headers });
}
