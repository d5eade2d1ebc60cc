import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { traced } from "#lib/kernel/trace.ts";

/**
 * A span for each request, under the route that served it: a path itself can hold a link's token.
 * A trace that the caller sends along is not gone on with; it is for the trace label to name.
 */
export const traceRequests: MiddlewareHandler = (c, next) =>
  traced({ name: c.req.method, kind: "server" }, async (span) => {
    await next();
    const route = routePath(c);
    const { status, headers } = c.res;
    span.rename(`${c.req.method} ${route}`);
    span.add({
      "http.request.method": c.req.method,
      "http.route": route,
      "http.response.status_code": status,
      "connect.request_id": headers.get("x-request-id") ?? "",
    });
    if (status >= 500) span.fail(String(status));
  });
