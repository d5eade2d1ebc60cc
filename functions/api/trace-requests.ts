import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes, routePath } from "hono/route";
import { traced } from "#lib/kernel/trace.ts";

/**
 * A span per request, named after its route: the path itself can hold a link's token. We do not continue a trace that
 * the caller sends; only the trace label names it.
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

/** The route that answered, or would have if a rule before or after all routes had not. */
function routeOf(c: Context): string {
  const answered = routePath(c);
  const isRule = (path: string): boolean => path.endsWith("*");
  if (!isRule(answered)) return answered;
  return matchedRoutes(c).find(({ path }) => !isRule(path))?.path ?? answered;
}
