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
import { createSqsQueue, type SqsQueueOptions } from "#lib/platform/sqs-queue.ts";

/** Its chores run one after another. */
const keeperConnections = 2;

/** Where jobs wait: one queue for syncs, another for what somebody is waiting for. */
export interface Queues {
  syncs: SqsQueueOptions;
  emissions: SqsQueueOptions;
}

export interface ServerDeps extends ApiDeps {
  /** Housekeeping's own way into the database. */
  keeperDb: Database;
  dashboard: DashboardDeps;
  mail: MailPort;
}

type ServerSettings = Parameters<typeof buildApiDeps>[0] &
  DashboardConfig &
  Settings<"KEEPER_DATABASE_URL">;

type DashboardOnly = Pick<DashboardEdges, "onClock"> & { mail: MailPort };

/** What calls, workers and tasks of one process share. */
export async function serverDeps(
  settings: ServerSettings,
  edges: Omit<Edges, "queue" | "emissionQueue"> & DashboardOnly,
  { syncs, emissions }: Queues,
): Promise<ServerDeps> {
  const queues = { queue: createSqsQueue(syncs), emissionQueue: createSqsQueue(emissions) };
  const keeper = { url: settings.KEEPER_DATABASE_URL, max: keeperConnections, log: edges.log };
  const api = await buildApiDeps(settings, { ...edges, ...queues });
  return {
    ...api,
    keeperDb: await openDatabase(keeper),
    dashboard: await buildDashboardDeps(settings, { ...edges, ...api }),
    mail: edges.mail,
  };
}

export async function closeDatabases({ db, keeperDb, dashboard }: ServerDeps): Promise<void> {
  await Promise.all([db.close(), keeperDb.close(), dashboard.auth.close()]);
}
