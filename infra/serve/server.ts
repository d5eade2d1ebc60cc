import { createApi } from "#functions/api/app.ts";
import { buildApiDeps } from "#functions/api/deps.ts";
import { openPortals } from "#functions/lambda/portals.ts";
import { openSystem } from "#functions/lambda/system.ts";
import { createEndings, type AtEnd } from "#infra/local/endings.ts";
import { localHousekeeping } from "#infra/local/housekeeping.ts";
import { masterKeys } from "#infra/local/keys.ts";
import { listen } from "#infra/local/listen.ts";
import { localRegion } from "#infra/local/queue-server.ts";
import { startTicker } from "#infra/local/ticker.ts";
import { startEmissionWorkers, startSyncWorkers } from "#infra/local/workers.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import type { ServeSettings } from "./settings.ts";

/** The service on one machine: the deployed handlers, the parts of local mode, real portals. */
export async function startServer(settings: ServeSettings): Promise<{ close(): Promise<void> }> {
  const endings = createEndings();
  try {
    await start(settings, endings.atEnd);
    return { close: endings.end };
  } catch (error) {
    await endings.end();
    throw error;
  }
}

async function start(settings: ServeSettings, atEnd: AtEnd): Promise<void> {
  const endpoint = settings.QUEUE_ENDPOINT;
  const queueOf = (queueUrl: string) => createSqsQueue({ queueUrl, region: localRegion, endpoint });
  const system = openSystem(settings);
  atEnd(() => system.db.close());
  const deps = buildApiDeps(settings, {
    ...system,
    keys: masterKeys(Buffer.from(settings.MASTER_KEY, "base64")),
    queue: queueOf(settings.SYNC_QUEUE_URL),
    emissionQueue: queueOf(settings.EMISSION_QUEUE_URL),
  });
  const api = await listen(createApi(deps).fetch, settings.PORT);
  atEnd(() => api.close());
  const housekeeping = localHousekeeping(deps);
  await housekeeping.run();

  const working = { ...deps, openPortal: openPortals(settings) };
  const queues = {
    syncs: { url: settings.SYNC_QUEUE_URL },
    emissions: { url: settings.EMISSION_QUEUE_URL },
  };
  const syncing = await startSyncWorkers(working, { endpoint, queue: queues.syncs });
  atEnd(() => syncing.stop());
  const emitting = await startEmissionWorkers(working, { endpoint, queue: queues.emissions });
  atEnd(() => emitting.stop());
  const ticker = startTicker(housekeeping.tasks, system.clock, system.log);
  atEnd(() => ticker.stop());
}
