import type { Hono } from "hono";
import { isTracing } from "#lib/kernel/trace.ts";
import { execute } from "#lib/tools/execute/index.ts";
import { readJson } from "../body.ts";
import { safeHeaders } from "../new-app.ts";
import type { CallDeps } from "../route-deps.ts";
import { traceRequests } from "../trace-requests.ts";
import { bodyText } from "#lib/tools/call/index.ts";

const path = "/v1/tools/:toolId/execute";

export function executeRoute(app: Hono, deps: CallDeps): void {
  const headers = {
    ...safeHeaders(deps.baseUrl),
    "content-type": "application/json; charset=UTF-8",
  };
  if (isTracing()) app.post(path, traceRequests);
  app.post(path, async (c) => {
    const answer = await execute(deps, {
      surface: "rest",
      toolId: c.req.param("toolId"),
      authorization: c.req.header("authorization"),
      address: deps.addressOf(c),
      connection: c.req.header("x-connect-connection"),
      idempotencyKey: c.req.header("idempotency-key"),
      traceLabel: c.req.header("x-client-trace-id"),
      clientLabel: c.req.header("x-connect-client"),
      readBody: () => readJson(c.req),
    });
    return new Response(bodyText(answer.body), {
      status: answer.status,
      headers: { ...answer.headers, ...headers },
    });
  });
}
