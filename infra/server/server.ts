import { createApi } from "#functions/api/app.ts";
import type { ApiDeps } from "#functions/api/route-deps.ts";
import { buildApiDeps } from "#functions/api/deps.ts";
import { openPortals } from "#functions/lambda/portals.ts";
import { openSystem } from "#functions/lambda/system.ts";
import { checkDatabase } from "#lib/db/check-database.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { createEndings, type AtEnd } from "./endings.ts";
import { listen } from "./listen.ts";
import type { ServeSettings } from "./settings.ts";
import { serverTasks } from "./tasks.ts";
import { startTicker } from "./ticker.ts";
import { startEmissionWorkers, startSyncWorkers } from "./workers.ts";

export interface Server {
  port: number;
  close(): Promise<void>;
}

/** Something that the service stands on does not answer: `setting` says which. */
export class PartAway extends Error {
  constructor(setting: string, cause: unknown) {
    super(`What ${setting} names cannot be used: ${reasonOf(cause)}`, { cause });
    this.name = "PartAway";
  }
}

/** A call waits 25 s for a worker at most, and is then answered. */
const finishCallsMs = 35_000;

/** The deployed handlers on one machine, over parts that are there already. */
export async function startServer(settings: ServeSettings): Promise<Server> {
  const endings = createEndings();
  try {
    return { port: await start(settings, endings.atEnd), close: endings.end };
  } catch (error) {
    await endings.end();
    throw error;
  }
}

async function start(settings: ServeSettings, atEnd: AtEnd): Promise<number> {
  const system = await openSystem(settings);
  atEnd(() => system.db.close());
  const syncs = { queueUrl: settings.SYNC_QUEUE_URL };
  const emissions = { queueUrl: settings.EMISSION_QUEUE_URL };
  const deps = await buildApiDeps(settings, {
    ...system,
    keys: settings.keys,
    queue: createSqsQueue(syncs),
    emissionQueue: createSqsQueue(emissions),
  });
  await checkParts(deps);

  const api = await listen(createApi(deps).fetch, settings.PORT, settings.HOST);
  const working = { ...deps, openPortal: openPortals(settings, settings.browsers) };
  const running = [
    startSyncWorkers(working, { queue: syncs, browsers: settings.SYNC_BROWSERS }),
    startEmissionWorkers(working, { queue: emissions, browsers: settings.EMISSION_BROWSERS }),
    // Each by itself: a drain with much to send keeps no schedule waiting.
    ...serverTasks(deps).map((task) => startTicker([task], deps.clock, deps.log, "now")),
  ];
  // Together: a call that is being answered may wait for a worker that is at work.
  atEnd(() => Promise.all([api.close(finishCallsMs), ...running.map((part) => part.stop())]));
  return api.port;
}

/** A server that could not answer anybody does not start. */
async function checkParts({ db, queue, emissionQueue }: ApiDeps): Promise<void> {
  const parts: [setting: string, check: () => Promise<void>][] = [
    ["DATABASE_URL", () => checkDatabase(db)],
    ["SYNC_QUEUE_URL", () => queue.check()],
    ["EMISSION_QUEUE_URL", () => emissionQueue.check()],
  ];
  for (const [setting, check] of parts) {
    await check().catch((error: unknown) => {
      throw new PartAway(setting, error);
    });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return (error.message === "" ? error.name : error.message).split("\n", 1)[0] ?? error.name;
}
