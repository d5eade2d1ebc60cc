import type { Hono } from "hono";
import type { Egress } from "#lib/egress/index.ts";
import type { IndicatorProvider } from "#lib/indicators/index.ts";
import { loadOnce } from "#lib/kernel/load-once.ts";
import type { LazyCatalogue } from "#lib/tools/catalogue.ts";
import type { ExecuteDeps } from "#lib/tools/execute/index.ts";
import { newApp } from "./new-app.ts";
import { executeRoute } from "./routes/execute.ts";

export interface ApiDeps extends ExecuteDeps {
  catalogue: LazyCatalogue;
  indicatorProvider: IndicatorProvider;
  /** Which addresses outside may be reached at all. */
  egress: Egress;
}

/** Every route of the service. The same factory serves Lambda, local mode and the tests. */
export function createApi(deps: ApiDeps): Hono {
  const app = newApp(deps);
  executeRoute(app, deps);
  // Loaded by their first reader: a cold start that serves a call does without them.
  const others = loadOnce(async () => (await import("./other-routes.ts")).otherRoutes(deps));
  app.notFound(async (c) => (await others()).fetch(c.req.raw, c.env));
  return app;
}
