import { openPortals } from "#functions/lambda/portals.ts";
import { openSystem } from "#functions/lambda/system.ts";
import { checkDatabase } from "#lib/db/check-database.ts";
import { serverDeps, type ServerDeps } from "./deps.ts";
import { createEndings, type AtEnd } from "./endings.ts";
import { run } from "./run.ts";
import type { ServeSettings } from "./settings.ts";

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
  const queues = {
    syncs: { queueUrl: settings.SYNC_QUEUE_URL },
    emissions: { queueUrl: settings.EMISSION_QUEUE_URL },
  };
  const deps = await serverDeps(settings, { ...system, keys: settings.keys }, queues);
  await checkParts(deps);

  const openPortal = openPortals(settings, settings.browsers);
  const running = await run({ ...deps, openPortal }, queues, {
    port: settings.PORT,
    host: settings.HOST,
    browsers: { sync: settings.SYNC_BROWSERS, emission: settings.EMISSION_BROWSERS },
    finishCallsMs,
  });
  atEnd(running.stop);
  return running.port;
}

/** A server that could not answer anybody does not start. */
async function checkParts({ db, queue, emissionQueue }: ServerDeps): Promise<void> {
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
