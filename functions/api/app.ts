import { Hono } from "hono";
import type { Egress } from "#lib/egress/index.ts";
import type { IndicatorProvider } from "#lib/indicators/index.ts";
import { AppError, asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { startTimer } from "#lib/kernel/timer.ts";
import { errorEnvelope, retryAfter, type ExecuteDeps } from "#lib/tools/execute/index.ts";
import { connectRoutes } from "./routes/connect.tsx";
import { documentRoutes } from "./routes/documents.ts";
import { executeRoute } from "./routes/execute.ts";
import { healthRoutes } from "./routes/health.ts";
import { syncRoutes } from "./routes/syncs.ts";
import { toolRoutes } from "./routes/tools.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

export interface ApiDeps extends ExecuteDeps {
  indicatorProvider: IndicatorProvider;
  /** Which addresses outside may be reached at all. */
  egress: Egress;
}

/** Every route of the service. The same factory serves Lambda, local mode and the tests. */
export function createApi(deps: ApiDeps): Hono {
  const app = new Hono();
  executeRoute(app, deps);
  toolRoutes(app, deps);
  syncRoutes(app, deps);
  webhookRoutes(app, deps);
  connectRoutes(app, deps);
  documentRoutes(app, deps);
  healthRoutes(app, deps);
  app.notFound(() => refusal(deps, new AppError("tool_not_found")));
  app.onError((thrown) => refusal(deps, asAppError(thrown)));
  return app;
}

/** For what fails outside of a tool call: there is nobody to record it for. */
function refusal(deps: ApiDeps, error: AppError): Response {
  const requestId = newId("req", deps.clock.now());
  if (error.code === "internal_error") {
    deps.log.error("request.failed", { request: requestId, cause: error.cause });
  }
  const body = errorEnvelope(error, {
    request_id: requestId,
    plane: "control",
    latency_ms: startTimer()(),
    audit_status: "not_recorded",
  });
  return Response.json(body, {
    status: error.entry.status,
    headers: { "x-request-id": requestId, ...retryAfter(error) },
  });
}
