import type { Caller } from "#lib/limits/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { cancelJob, findSync, listJobs, type Sync } from "#lib/sync/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { cancelSync, getSync, listSyncs } from "./operations.ts";
import { toSync } from "./shapes.ts";

export function syncRoutes(serve: ControlServer, { cursors }: RouteDeps): void {
  serve.authorized(getSync, async ({ ctx, caller, params }) => {
    const sync = await findSync(ctx, params.id);
    requireRead(caller, sync);
    return toSync(sync);
  });

  serve.authorized(listSyncs, async ({ ctx, caller, query }) => {
    const { connection_id: connectionId, ...rest } = query;
    const connectors = readable(caller);
    const page = await listJobs({ ...ctx, cursors }, { ...rest, connectionId, connectors });
    return { syncs: page.jobs.map(toSync), cursor: page.cursor };
  });

  serve.authorized(cancelSync, async ({ ctx, caller, params }) => {
    requireRead(caller, await findSync(ctx, params.id));
    return toSync(await cancelJob(ctx, params.id));
  });
}

function readable(caller: Caller): string[] {
  return caller.scopes.flatMap((scope) => (scope.endsWith(":read") ? scope.slice(0, -5) : []));
}

function requireRead(caller: Caller, sync: Sync): void {
  const scope = `${sync.connector}:read`;
  if (caller.scopes.includes(scope)) return;
  throw new AppError("scope_not_granted", { details: { required: [scope] } });
}
