import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes, routePath } from "hono/route";
import { traced } from "#lib/kernel/trace.ts";

/**
 * A span for each request, under the route that served it: a path itself can hold a link's token.
 * A trace that the caller sends along is not gone on with; it is for the trace label to name.
 */
export const traceRequests: MiddlewareHandler = (c, next) =>
  traced({ name: c.req.method, kind: "server" }, async (span) => {
    await next();
    const route = routeOf(c);
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

/** The one that answered; or the first that would have, where a rule before all routes or behind them did. */
function routeOf(c: Context): string {
  const answered = routePath(c);
  const isRule = (path: string): boolean => path.endsWith("*");
  if (!isRule(answered)) return answered;
  return matchedRoutes(c).find(({ path }) => !isRule(path))?.path ?? answered;
}
