import type { Hono } from "hono";
import { checkDatabase } from "#lib/db/check-database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import { controlRoute } from "../control.ts";
import { health, ready } from "./operations.ts";
import { failedChecks, type ReadinessCheck } from "./readiness.ts";

const fresh = { headers: { "cache-control": "no-store" } };

export function healthRoutes(app: Hono, deps: RouteDeps): void {
  const checks: readonly ReadinessCheck[] = [
    { name: "database", run: () => checkDatabase(deps.db) },
    { name: "queue", run: () => deps.queue.check() },
    { name: "emission_queue", run: () => deps.emissionQueue.check() },
  ];

  controlRoute(app, deps, health, () => Response.json({ status: "ok" }, fresh));

  controlRoute(app, deps, ready, async () => {
    const failed = await failedChecks(checks, deps.log);
    if (failed.length > 0) throw new AppError("service_unavailable", { details: { failed } });
    const passed = Object.fromEntries(checks.map(({ name }) => [name, "ok"]));
    return Response.json({ status: "ok", checks: passed }, fresh);
  });
}
