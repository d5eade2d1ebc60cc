import type { Hono } from "hono";

/** What the dashboard answers, and all that is under each; `infra/aws` tells the edge the same. */
export const dashboardPaths = [
  "/login",
  "/consent",
  "/auth",
  "/dashboard",
  "/.well-known/oauth-authorization-server",
] as const;

/** One address for both: the edge does this where they are functions. */
export function oneDoor(api: Hono, dashboard: Hono): Hono["fetch"] {
  return (request, env, context) => {
    const { pathname } = new URL(request.url);
    const isOf = (path: string): boolean => pathname === path || pathname.startsWith(`${path}/`);
    const app = dashboardPaths.some(isOf) ? dashboard : api;
    return app.fetch(request, env, context);
  };
}
