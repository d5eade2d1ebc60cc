import path from "node:path";
import type { ApiDeps } from "#functions/api/route-deps.ts";
import { buildApiDeps } from "#functions/api/deps.ts";
import type { EmissionWorkerDeps } from "#functions/emission-worker.ts";
import type { SyncWorkerDeps } from "#functions/sync-worker.ts";
import type { AtEnd } from "#infra/server/endings.ts";
import { startTicker, type Ticker } from "#infra/server/ticker.ts";
import {
  browsersAtOnce,
  jobLimitMs,
  startEmissionWorkers,
  startSyncWorkers,
} from "#infra/server/workers.ts";
import { openPortal } from "#lib/connectors/drivers.ts";
import type { Egress } from "#lib/egress/index.ts";
import type { MovableClock } from "#lib/kernel/clock.ts";
import type { Log } from "#lib/kernel/log.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";

import { localHousekeeping } from "./housekeeping.ts";
import { localKeys, secretFile } from "./keys.ts";
import {
  createLocalQueue,
  localRegion,
  startQueueServer,
  type LocalQueue,
} from "./queue-server.ts";
import type { LocalSettings } from "./settings.ts";

export interface ServiceParts {
  settings: LocalSettings;
  urls: { baseUrl: string; sandboxUrl: string };
  databaseUrl: string;
  clock: MovableClock;
  log: Log;
  egress: Egress;
}

export interface LocalService {
  deps: ApiDeps & { clock: MovableClock };
  /** Workers and timers; the API answers without them. */
  startBackground(): Promise<Ticker>;
  runHousekeeping(): Promise<void>;
}

/** Six times the worker's limit, as the platform's event source asks. */
const visibilitySeconds = (6 * jobLimitMs) / 1000;

/** The deployed handlers' own factories, over the edges of this machine. */
export async function buildService(parts: ServiceParts, atEnd: AtEnd): Promise<LocalService> {
  const { settings, urls, clock, log, egress } = parts;
  const server = await startQueueServer();
  atEnd(() => server.close());
  const { endpoint } = server;
  const queue = await createLocalQueue(endpoint, "syncs", visibilitySeconds);
  const emissions = await createLocalQueue(endpoint, "emissions", visibilitySeconds);
  const queueOf = ({ url: queueUrl }: LocalQueue) =>
    createSqsQueue({ queueUrl, region: localRegion, endpoint });
  const deps = await buildApiDeps(
    {
      BASE_URL: urls.baseUrl,
      DATABASE_URL: parts.databaseUrl,
      DATABASE_POOL_MAX: 10,
      INDICATORS_BASE_URL: `${urls.sandboxUrl}/providers/indicadores`,
      LOG_LEVEL: settings.logLevel,
      SERVICE_SECRET: await secretFile(path.join(settings.dataDir, "service.secret")),
    },
    {
      clock,
      log,
      egress,
      keys: await localKeys(settings.dataDir),
      queue: queueOf(queue),
      emissionQueue: queueOf(emissions),
    },
  );
  atEnd(() => deps.db.close());
  const housekeeping = localHousekeeping(deps);
  return {
    deps: { ...deps, clock },
    runHousekeeping: housekeeping.run,
    startBackground: async () => {
      startWorkers(parts, deps, { endpoint, queue, emissions }, atEnd);
      const ticker = startTicker(housekeeping.tasks, clock, log);
      atEnd(() => ticker.stop());
      return ticker;
    },
  };
}

function startWorkers(
  { urls, settings }: ServiceParts,
  deps: ApiDeps,
  source: { endpoint: string; queue: LocalQueue; emissions: LocalQueue },
  atEnd: AtEnd,
): void {
  const withPortals: SyncWorkerDeps & EmissionWorkerDeps = {
    ...deps,
    openPortal: (connector, options) =>
      openPortal(connector, {
        ...options,
        baseUrl: `${urls.sandboxUrl}/portals/${connector}`,
        chromiumPath: settings.chromiumPath,
      }),
  };
  const placeOf = ({ url: queueUrl }: LocalQueue) => ({
    queueUrl,
    endpoint: source.endpoint,
    region: localRegion,
  });
  const syncing = startSyncWorkers(withPortals, {
    queue: placeOf(source.queue),
    browsers: browsersAtOnce.sync,
  });
  atEnd(() => syncing.stop());
  const emitting = startEmissionWorkers(withPortals, {
    queue: placeOf(source.emissions),
    browsers: browsersAtOnce.emission,
  });
  atEnd(() => emitting.stop());
}
