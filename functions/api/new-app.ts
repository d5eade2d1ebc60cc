import { Hono, type Context } from "hono";
import * as z from "zod";
import { startTimer } from "#lib/kernel/clock.ts";
import { AppError, asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { control } from "#lib/tools/execute/index.ts";
import { refusal } from "./refusal.ts";
import type { CallDeps } from "./route-deps.ts";

/** Without routes, and already with an answer to whatever none of them serves. */
export function newApp(deps: CallDeps): Hono {
  const app = new Hono();
  const refuse = (error: AppError): Response => {
    const { clock, log } = deps;
    return refusal(log, { requestId: newId("req", clock.now()), elapsedMs: startTimer() }, error);
  };
  const isSecure = new URL(deps.baseUrl).protocol === "https:";
  app.use(async (c, next) => {
    await next();
    c.header("x-content-type-options", "nosniff");
    // A year: who was here once is not led here in clear again.
    if (isSecure) c.header("strict-transport-security", "max-age=31536000");
  });
  app.notFound((c) =>
    c.req.header("authorization") === undefined
      ? refuse(new AppError("tool_not_found"))
      : refuseCaller(deps, c),
  );
  app.onError((thrown) => refuse(asAppError(thrown)));
  return app;
}

const nothing = { status: 200, content: { kind: "json", schema: z.never() } } as const;

/** Who asks with a credential is counted and put on record, also where there is nothing. */
async function refuseCaller(deps: CallDeps, c: Context): Promise<Response> {
  const request = c.req;
  const asked = {
    // Never the path: a link's token may be in it.
    operation: "path.unknown",
    authorization: request.header("authorization"),
    address: deps.addressOf(c),
    traceLabel: request.header("x-client-trace-id"),
    clientLabel: request.header("x-connect-client"),
    requiredScopes: [],
  };
  const answer = await control(deps, asked, nothing, () =>
    Promise.reject(new AppError("tool_not_found")),
  );
  return Response.json(answer.body, { status: answer.status, headers: answer.headers });
}
