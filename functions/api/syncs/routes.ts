import type { Hono } from "hono";
import type { Standing } from "#lib/limits/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { findJob, type JobWithLabel } from "#lib/jobs/index.ts";
import { cancelJob, listJobs } from "#lib/sync/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import { authorizedRoute } from "../authorized-route.ts";
import { cancelSync, getSync, listSyncs } from "./operations.ts";

export function syncRoutes(app: Hono, deps: RouteDeps): void {
  authorizedRoute(app, deps, getSync, async ({ ctx, standing, params }) => {
    const job = await findJob(ctx, params.id);
    requireRead(standing, job);
    return { status: 200, body: { data: toJob(job) } };
  });

  authorizedRoute(app, deps, listSyncs, async ({ ctx, standing, query }) => {
    const { connection_id: connectionId, ...rest } = query;
    const page = await listJobs(
      { ...ctx, cursors: deps.cursors },
      { ...rest, connectionId, connectors: readable(standing) },
    );
    return {
      status: 200,
      body: { data: { syncs: page.jobs.map(toJob), cursor: page.cursor } },
    };
  });

  authorizedRoute(app, deps, cancelSync, async ({ ctx, standing, params }) => {
    requireRead(standing, await findJob(ctx, params.id));
    return { status: 200, body: { data: toJob(await cancelJob(ctx, params.id)) } };
  });
}

function readable(standing: Standing): string[] {
  return standing.scopes.flatMap((scope) => (scope.endsWith(":read") ? scope.slice(0, -5) : []));
}

function requireRead(standing: Standing, job: JobWithLabel): void {
  const scope = `${job.connector}:read`;
  if (standing.scopes.includes(scope)) return;
  throw new AppError("scope_not_granted", { details: { required: [scope] } });
}

function toJob(job: JobWithLabel) {
  return {
    id: job.id,
    status: job.status,
    connection: { id: job.connectionId, connector: job.connector, label: job.label },
    alcances: job.alcances,
    periodo: job.periodo,
    trigger: job.trigger,
    step: job.step,
    records_synced: job.recordsSynced,
    last_error: job.lastError,
    outcomes: job.outcomes,
    attempts: job.attempts,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
    request_id: job.requestId,
  };
}
