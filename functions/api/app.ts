import { Hono } from "hono";
import type { Egress } from "#lib/egress/index.ts";
import type { IndicatorProvider } from "#lib/indicators/index.ts";
import { AppError, asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { startTimer } from "#lib/kernel/timer.ts";
import { isTracing } from "#lib/kernel/trace.ts";
import type { ExecuteDeps } from "#lib/tools/execute/index.ts";
import type { SearchIndex } from "#lib/tools/search/index.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { refusal } from "./refusal.ts";
import { connectRoutes } from "./routes/connect.tsx";
import { documentRoutes } from "./routes/documents.ts";
import { executeRoute } from "./routes/execute.ts";
import { healthRoutes } from "./routes/health.ts";
import { operationRoutes } from "./routes/operations.ts";
import { syncRoutes } from "./routes/syncs.ts";
import { toolRoutes } from "./routes/tools.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import { traceRequests } from "./trace-requests.ts";

export interface ApiDeps extends ExecuteDeps {
  indicatorProvider: IndicatorProvider;
  /** Which addresses outside may be reached at all. */
  egress: Egress;
  /** Over the catalogue and the guides. */
  search: SearchIndex;
}

/** Every route of the service. The same factory serves Lambda, local mode and the tests. */
export function createApi(deps: ApiDeps): Hono {
  const app = new Hono();
  if (isTracing()) app.use(traceRequests);
  executeRoute(app, deps);
  mcpRoutes(app, deps);
  toolRoutes(app, deps);
  syncRoutes(app, deps);
  operationRoutes(app, deps);
  webhookRoutes(app, deps);
  connectRoutes(app, deps);
  documentRoutes(app, deps);
  healthRoutes(app, deps);
  const refuse = (error: AppError): Response =>
    refusal(
      deps.log,
      { requestId: newId("req", deps.clock.now()), elapsedMs: startTimer() },
      error,
    );
  app.notFound(() => refuse(new AppError("tool_not_found")));
  app.onError((thrown) => refuse(asAppError(thrown)));
  return app;
}
