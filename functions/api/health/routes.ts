import { checkDatabase } from "#lib/db/database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { health, ready } from "./operations.ts";
import { failedChecks, sharedChecks, type ReadinessCheck } from "../readiness.ts";

export function healthRoutes(serve: ControlServer, deps: RouteDeps): void {
  const checks: readonly ReadinessCheck[] = [
    { name: "database", run: () => checkDatabase(deps.db) },
    { name: "queue", run: () => deps.queue.check() },
    { name: "emission_queue", run: () => deps.emissionQueue.check() },
    ...(deps.workerChecks ?? []),
  ];

  const check = sharedChecks(deps.clock, () => failedChecks(checks, deps.log));

  serve.open(health, () => ({ status: "ok" as const }));

  serve.open(ready, async () => {
    const failed = await check();
    if (failed.length > 0) throw new AppError("service_unavailable", { details: { failed } });
    const passed: Record<string, "ok"> = {};
    for (const { name } of checks) passed[name] = "ok";
    return { status: "ok" as const, checks: passed };
  });
}
