import { buildApiDeps, type Edges } from "#functions/api/deps.ts";
import type { ApiDeps } from "#functions/api/route-deps.ts";
import {
  buildDashboardDeps,
  type DashboardConfig,
  type DashboardDeps,
  type DashboardEdges,
} from "#functions/dashboard/deps.ts";
import { openDatabase } from "#lib/db/client.ts";
import type { Database } from "#lib/db/database.ts";
import type { Settings } from "#lib/kernel/config.ts";
import type { MailPort } from "#lib/platform/mail.ts";
import type { Queues } from "./queues.ts";

/** Housekeeping's chores run one after another. */
const keeperConnections = 2;

/** `db` answers calls, and sees one organization at a time. */
export interface ServerDeps extends ApiDeps {
  /** The database role of workers, schedules, drain and operator. */
  workerDb: Database;
  /** The database role of housekeeping. */
  keeperDb: Database;
  dashboard: DashboardDeps;
  mail: MailPort;
  /** Whether housekeeping checks once a day that all parts are alive. */
  smokesDaily?: boolean;
}

type ServerSettings = Parameters<typeof buildApiDeps>[0] &
  DashboardConfig &
  Settings<"WORKER_DATABASE_URL" | "KEEPER_DATABASE_URL">;

type DashboardOnly = Pick<DashboardEdges, "onClock"> & { mail: MailPort };

/** What calls, workers and tasks of one process share. */
export async function serverDeps(
  settings: ServerSettings,
  edges: Omit<Edges, "queue" | "emissionQueue"> & DashboardOnly,
  { syncs, emissions }: Queues,
): Promise<ServerDeps> {
  const queues = { queue: syncs, emissionQueue: emissions };
  const { WORKER_DATABASE_URL, KEEPER_DATABASE_URL, DATABASE_POOL_MAX: max } = settings;
  const { log } = edges;
  const api = await buildApiDeps(settings, { ...edges, ...queues, streams: true });
  return {
    ...api,
    workerDb: await openDatabase({ url: WORKER_DATABASE_URL, max, log }),
    keeperDb: await openDatabase({ url: KEEPER_DATABASE_URL, max: keeperConnections, log }),
    dashboard: await buildDashboardDeps(settings, { ...edges, ...api }),
    mail: edges.mail,
  };
}

/** The same for everything that is not a call: workers, schedules, deliveries, the operator. */
export function asSystem<D extends ServerDeps>(deps: D): D {
  return { ...deps, db: deps.workerDb };
}

export async function closeDatabases(deps: ServerDeps): Promise<void> {
  const { db, workerDb, keeperDb, dashboard } = deps;
  await Promise.all([db.close(), workerDb.close(), keeperDb.close(), dashboard.auth.close()]);
}
