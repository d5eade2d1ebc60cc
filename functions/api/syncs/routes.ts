import type { Manifest } from "#lib/contract/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { cancelJob, findSync, listJobs } from "#lib/sync/index.ts";
import { paginationOf } from "#lib/tools/documents/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { requireRead } from "../require-read.ts";
import { cancelSync, getSync, listSyncs } from "./operations.ts";
import { toSync } from "./shapes.ts";

export function syncRoutes(serve: ControlServer, { catalogue, cursors }: RouteDeps): void {
  serve.authorized(getSync, async ({ ctx, caller, params }) => {
    const sync = await findSync(ctx, params.id);
    requireRead(caller, sync);
    return toSync(sync);
  });

  serve.authorized(listSyncs, async ({ ctx, caller, query }) => {
    const { connection_id: connectionId, ...rest } = query;
    const connectors = readable(caller, catalogue.manifests);
    const page = await listJobs({ ...ctx, cursors }, { ...rest, connectionId, connectors });
    return { data: page.jobs.map(toSync), pagination: paginationOf(page.cursor) };
  });

  serve.authorized(cancelSync, async ({ ctx, caller, params }) => {
    requireRead(caller, await findSync(ctx, params.id));
    return toSync(await cancelJob(ctx, params.id));
  });
}

/** The systems whose jobs the caller may see; a caller who may see none is told so. */
function readable(caller: Caller, manifests: readonly Manifest[]): string[] {
  const systems = manifests.filter(({ needsConnection }) => needsConnection).map(({ id }) => id);
  const own = systems.filter((id) => caller.scopes.includes(`${id}:read`));
  if (own.length > 0) return own;
  throw new AppError("scope_not_granted", { details: { required: ["<sistema>:read"] } });
}
