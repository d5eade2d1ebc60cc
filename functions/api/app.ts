import type { Hono } from "hono";
import { loadOnce } from "#lib/kernel/load-once.ts";
import { bareApp } from "./new-app.ts";
import type { ApiDeps } from "./route-deps.ts";
import { executeRoute } from "./tools/execute-route.ts";

/** Every route of the service. The same factory serves Lambda, local mode and the tests. */
export function createApi(deps: ApiDeps): Hono {
  const app = bareApp(deps);
  executeRoute(app, deps);
  // Loaded on first use, so that a cold start for a tool call does without them.
  const others = loadOnce(async () => (await import("./other-routes.ts")).otherRoutes(deps));
  app.notFound(async (c) => (await others()).fetch(c.req.raw, c.env));
  return app;
}
