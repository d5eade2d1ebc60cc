import { startSandbox } from "#infra/sandbox/index.ts";
import { asSystem } from "#infra/server/deps.ts";
import { sayProblem, watchBrowsers } from "#infra/server/browser-watch.ts";
import type { AtEnd } from "#infra/server/endings.ts";
import type { Progress } from "#infra/server/progress.ts";
import { run, type Running } from "#infra/server/run.ts";
import { browsersAtOnce } from "#infra/server/workers.ts";
import { createLog } from "#lib/kernel/log.ts";
import { keptClock } from "./kept-clock.ts";
import { keptFolios } from "./kept-folios.ts";
import { localDeps, localQueues } from "./local-deps.ts";
import { createMailbox } from "./mailbox.ts";
import { createNames } from "./names.ts";
import { openLocalDatabase } from "./open-database.ts";
import { seed, type SeededOrganization } from "./seed.ts";
import { serviceControl } from "./service-control.ts";
import type { LocalSettings } from "./settings.ts";

interface Place {
  settings: LocalSettings;
  /** Ports on which nobody listens yet. */
  ports: { api: number; sandbox: number };
  urls: { baseUrl: string; sandboxUrl: string };
  atEnd: AtEnd;
  progress: Progress;
}

/** All simulated portals use the same browser. */
const anyPortal = { systems: ["any"], choices: new Map<string, never>() };

/** Starts all parts of local mode at free ports. Returns who may call it. */
export async function startParts(place: Place): Promise<SeededOrganization[]> {
  const { settings, ports, urls, atEnd, progress } = place;
  const { dataDir } = settings;
  const { clock, moveTo } = await keptClock(dataDir);
  const log = createLog({
    level: settings.logLevel,
    write: (line) => process.stderr.write(`${line}\n`),
    now: () => clock.now(),
  });
  const watch = watchBrowsers({ ...anyPortal, chromiumPath: settings.chromiumPath }, clock);
  atEnd({ "a browser that is being tried": () => watch.stop() });
  const browserChecked = sayProblem(watch);
  const databaseUrls = await openLocalDatabase(settings, atEnd, progress);
  const names = createNames();
  const mailbox = createMailbox(clock);
  const parts = { settings, urls, databaseUrls, clock, log, egress: names.egress, mail: mailbox };
  const queues = await localQueues(atEnd);
  const deps = await localDeps(parts, queues, atEnd);
  let running: Running | null = null;
  const moveClock = async (to: Date) => {
    await moveTo(to);
    await running?.runTasks();
  };
  const operator = asSystem(deps);
  const control = serviceControl({ ...operator, names, mailbox, moveClock });
  const sandbox = await progress("Starting the simulated systems", () =>
    startSandbox({ port: ports.sandbox, service: control, usedFolios: keptFolios(dataDir) }),
  );
  atEnd({ "the simulated systems": () => sandbox.close() });
  const { host, port: receiverPort, ca } = sandbox.receivers;
  names.serve(host, { address: "127.0.0.1", port: receiverPort, ca });

  const organizations = await progress("Making organizations with connections", () =>
    seed({ ...operator, sandboxUrl: sandbox.url }, dataDir),
  );
  const { api: port } = ports;
  const withChecks = { ...deps, workerChecks: [watch.readiness] };
  running = await run(withChecks, queues, { port, browsers: browsersAtOnce, finishCallsMs: 0 });
  atEnd(running.parts);
  const { runTasks } = running;
  await progress("Registering schedules", () => runTasks(["housekeeping"]));
  await progress("Trying the browser", () => browserChecked);
  return organizations;
}
