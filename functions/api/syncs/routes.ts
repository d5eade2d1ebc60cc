import type { Standing } from "#lib/limits/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { cancelJob, findSync, listJobs, type Sync } from "#lib/sync/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { cancelSync, getSync, listSyncs } from "./operations.ts";
import { toSync } from "./shapes.ts";

export function syncRoutes(serve: ControlServer, { cursors }: RouteDeps): void {
  serve.authorized(getSync, async ({ ctx, standing, params }) => {
    const sync = await findSync(ctx, params.id);
    requireRead(standing, sync);
    return toSync(sync);
  });

  serve.authorized(listSyncs, async ({ ctx, standing, query }) => {
    const { connection_id: connectionId, ...rest } = query;
    const connectors = readable(standing);
    const page = await listJobs({ ...ctx, cursors }, { ...rest, connectionId, connectors });
    return { syncs: page.jobs.map(toSync), cursor: page.cursor };
  });

  serve.authorized(cancelSync, async ({ ctx, standing, params }) => {
    requireRead(standing, await findSync(ctx, params.id));
    return toSync(await cancelJob(ctx, params.id));
  });
}

function readable(standing: Standing): string[] {
  return standing.scopes.flatMap((scope) => (scope.endsWith(":read") ? scope.slice(0, -5) : []));
}

function requireRead(standing: Standing, sync: Sync): void {
  const scope = `${sync.connector}:read`;
  if (standing.scopes.includes(scope)) return;
  throw new AppError("scope_not_granted", { details: { required: [scope] } });
}
