import type { Hono } from "hono";

/** The paths that the dashboard answers, with everything below them; `infra/aws` gives the edge the same list. */
export const dashboardPaths = [
  "/login",
  "/consent",
  "/auth",
  "/dashboard",
  "/.well-known/oauth-authorization-server",
] as const;

/** One address for both: the edge does this if they are functions. */
export function oneDoor(api: Hono, dashboard: Hono): Hono["fetch"] {
  return (request, env, context) => {
    const { pathname } = new URL(request.url);
    const isOf = (path: string): boolean => pathname === path || pathname.startsWith(`${path}/`);
    const app = dashboardPaths.some(isOf) ? dashboard : api;
    return app.fetch(request, env, context);
  };
}
