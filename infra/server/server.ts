import { packageNextTo } from "#functions/api/package-file.ts";
import { mailOf } from "#functions/workers/mail-chore.ts";
import { openPortals } from "#functions/workers/portals.ts";
import { openSystem } from "#functions/edge/system.ts";
import { longestWaitSeconds } from "#lib/contract/index.ts";
import { checkDatabase } from "#lib/db/database.ts";
import type { Log } from "#lib/kernel/log.ts";
import { sayProblem, watchBrowsers } from "./browser-watch.ts";
import { closeDatabases, serverDeps, type ServerDeps } from "./deps.ts";
import type { Ended } from "./end-on-signal.ts";
import { createEndings, type AtEnd } from "./endings.ts";
import type { Progress } from "./progress.ts";
import { Meters } from "./meters.ts";
import { openPostgresQueues, openSqsQueues, type OpenQueues } from "./queues.ts";
import { run, type RunSettings } from "./run.ts";
import { serveMetrics } from "./serve-metrics.ts";
import type { ServeSettings } from "./settings.ts";

interface Ports {
  port: number;
  metricsPort?: number;
}

type Server = Ended & Ports;

/** Something that the service depends on does not answer: `setting` names it. */
export class PartUnreachable extends Error {
  constructor(setting: string, cause: unknown) {
    super(`What ${setting} names cannot be used: ${reasonOf(cause)}`, { cause });
    this.name = "PartUnreachable";
  }
}

/** The browser that shows portals could read what this service can; the log has said so. */
export class BrowserExposed extends Error {
  constructor() {
    super(
      "Allow user namespaces, or set BROWSER_SANDBOX=off to go on without. See docs/operations.md.",
    );
    this.name = "BrowserExposed";
  }
}

/** A call that waited for a worker as long as it may is still answered. */
const finishCallsMs = (longestWaitSeconds + 10) * 1000;

/** The deployed handlers on one machine, over parts that exist already. */
export async function startServer(settings: ServeSettings, progress: Progress): Promise<Server> {
  const endings = createEndings();
  try {
    const ports = await start(settings, endings.atEnd, progress);
    return { ...ports, close: endings.end, waitsFor: endings.waitsFor };
  } catch (error) {
    await endings.end();
    throw error;
  }
}

async function start(settings: ServeSettings, atEnd: AtEnd, progress: Progress): Promise<Ports> {
  const opened = await openSystem(settings, "serve");
  const meters = new Meters();
  const system = { ...opened, log: meters.listening(opened.log) };
  const browsers = { sync: settings.SYNC_BROWSERS, emission: settings.EMISSION_BROWSERS };
  const queues = queuesOf(settings, browsers, system.log);
  atEnd({ "the queues": queues.close });
  const deps = await serverDeps(
    settings,
    {
      ...system,
      keys: settings.keys,
      edgeSecrets: settings.EDGE_SECRETS,
      clientPackage: packageNextTo(import.meta.url),
      mail: mailOf(settings, system.clock),
    },
    queues,
  );
  atEnd({ "the database's connections": () => closeDatabases(deps) });
  const works = browsers.sync + browsers.emission > 0;
  const watch = watchBrowsers(
    {
      systems: works ? Object.keys(settings.PORTAL_URLS) : [],
      choices: settings.browsers,
      chromiumPath: settings.CHROMIUM_PATH,
    },
    deps.clock,
  );
  atEnd({ "a browser that is being tried": () => watch.stop() });
  const browserChecked = sayProblem(watch);
  await checkParts(deps, queues, progress);
  await progress("Trying the browser", () => browserChecked);
  const confinement = settings.BROWSER_SANDBOX === "off" ? "preferred" : "required";
  const exposed = watch.exposed();
  if (exposed !== null && confinement === "required") throw new BrowserExposed();
  if (exposed !== null) deps.log.warn("browser.exposed", { reason: exposed });

  const openPortal = openPortals(settings, settings.browsers, confinement);
  const chromiumPath = settings.CHROMIUM_PATH;
  const workerChecks = works ? [watch.readiness] : [];
  const served = { ...deps, openPortal, workerChecks, chromiumPath, smokesDaily: true };
  const running = await run(served, queues, {
    port: settings.PORT,
    host: settings.HOST,
    browsers,
    finishCallsMs,
  });
  atEnd(running.parts);
  const { METRICS_PORT: metricsPort } = settings;
  if (metricsPort === undefined) return { port: running.port };
  const metrics = await serveMetrics(metricsPort, meters, { deps, queues, running });
  atEnd({ "who reads metrics": () => metrics.close() });
  return { port: running.port, metricsPort: metrics.port };
}

/** The configured queues, or else the database's own. */
function queuesOf(
  settings: ServeSettings,
  browsers: RunSettings["browsers"],
  log: Log,
): OpenQueues {
  if (settings.queues !== null) return openSqsQueues(settings.queues);
  return openPostgresQueues({ url: settings.WORKER_DATABASE_URL, browsers, log });
}

/** A server that could not answer anybody does not start. */
async function checkParts(
  { db, workerDb, keeperDb, dashboard }: ServerDeps,
  { syncs, emissions, settings }: OpenQueues,
  progress: Progress,
): Promise<void> {
  const parts: [setting: string, check: () => Promise<void>][] = [
    ["DATABASE_URL", () => checkDatabase(db)],
    ["WORKER_DATABASE_URL", () => checkDatabase(workerDb)],
    ["KEEPER_DATABASE_URL", () => checkDatabase(keeperDb)],
    ["AUTH_DATABASE_URL", () => dashboard.auth.check()],
    [settings.syncs, () => syncs.check()],
    [settings.emissions, () => emissions.check()],
  ];
  for (const [setting, check] of parts) {
    await progress(`Asking whether what ${setting} names answers`, check).catch(
      (error: unknown) => {
        throw new PartUnreachable(setting, error);
      },
    );
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return (error.message === "" ? error.name : error.message).split("\n", 1)[0] ?? error.name;
}
