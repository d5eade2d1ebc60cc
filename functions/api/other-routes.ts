import type { Hono } from "hono";
import { guides } from "#lib/guides/index.ts";
import { isTracing } from "#lib/kernel/trace.ts";
import type { Catalogue } from "#lib/tools/catalogue.ts";
import { createSearchIndex, type SearchIndex } from "#lib/tools/search/index.ts";
import type { ApiDeps } from "./app.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { newApp } from "./new-app.ts";
import { connectRoutes } from "./routes/connect.tsx";
import { documentRoutes } from "./routes/documents.ts";
import { healthRoutes } from "./routes/health.ts";
import { operationRoutes } from "./routes/operations.ts";
import { syncRoutes } from "./routes/syncs.ts";
import { toolRoutes } from "./routes/tools.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import { traceRequests } from "./trace-requests.ts";

export interface RouteDeps extends Omit<ApiDeps, "catalogue"> {
  catalogue: Catalogue;
  /** Over the catalogue and the guides. */
  search: SearchIndex;
}

/** All but the calls of tools, as an app of their own. */
export async function otherRoutes(deps: ApiDeps): Promise<Hono> {
  const catalogue = await deps.catalogue.whole();
  const routeDeps: RouteDeps = {
    ...deps,
    catalogue,
    search: createSearchIndex(catalogue, guides),
  };
  const app = newApp(deps);
  if (isTracing()) app.use(traceRequests);
  mcpRoutes(app, routeDeps);
  toolRoutes(app, routeDeps);
  syncRoutes(app, routeDeps);
  operationRoutes(app, routeDeps);
  webhookRoutes(app, routeDeps);
  connectRoutes(app, routeDeps);
  documentRoutes(app, routeDeps);
  healthRoutes(app, routeDeps);
  return app;
}
