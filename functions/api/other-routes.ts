import type { Hono } from "hono";
import { guides } from "#lib/guides/index.ts";
import { isTracing } from "#lib/kernel/trace.ts";
import { createSearchIndex } from "#lib/tools/search/index.ts";
import { controlOperations } from "./control-operations.ts";
import type { ApiDeps, RouteDeps } from "./route-deps.ts";
import { mcpRoutes, protectedResourceRoutes } from "./mcp/routes.ts";
import { newApp } from "./new-app.ts";
import { connectRoutes } from "./pages/connect/routes.tsx";
import { clientPackageRoutes } from "./client-package/routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { docsServer, type DocsServer } from "./documents/serve-docs.ts";
import { exportRoutes } from "./exports/routes.ts";
import { healthRoutes } from "./health/routes.ts";
import { strayRoutes } from "./pages/stray-routes.ts";
import { operationRoutes } from "./emissions/routes.ts";
import { syncRoutes } from "./syncs/routes.ts";
import { toolRoutes } from "./tools/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { controlServer, type ControlServer } from "./serve-control.ts";
import { traceRequests } from "./trace-requests.ts";

/** Every route except tool calls, as a separate app. */
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
  const docs = docsServer(routeDeps);
  controlRoutes(controlServer(app, routeDeps), routeDeps, docs);
  connectRoutes(app, routeDeps);
  strayRoutes(app, docs.missing);
  return app;
}

/** Every control endpoint. */
export function controlRoutes(
  serve: ControlServer,
  deps: RouteDeps,
  docs: DocsServer = docsServer(deps),
): void {
  protectedResourceRoutes(serve, deps);
  toolRoutes(serve, deps);
  syncRoutes(serve, deps);
  operationRoutes(serve, deps);
  exportRoutes(serve, deps);
  webhookRoutes(serve, deps);
  documentRoutes(serve, deps, { docs, operations: controlOperations });
  clientPackageRoutes(serve, deps);
  healthRoutes(serve, deps);
}
