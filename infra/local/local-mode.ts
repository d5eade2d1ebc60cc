import { startSandbox } from "#infra/sandbox/index.ts";
import { createEndings, type AtEnd } from "#infra/server/endings.ts";
import { run, type Running } from "#infra/server/run.ts";
import { browsersAtOnce } from "#infra/server/workers.ts";
import { createLog } from "#lib/kernel/log.ts";
import { lockFolder } from "./folder-lock.ts";
import { keptClock } from "./kept-clock.ts";
import { localDeps, localQueues } from "./local-deps.ts";
import { createNames } from "./names.ts";
import { openLocalDatabase } from "./open-database.ts";
import { freePort } from "./ports.ts";
import { readyFile } from "./ready-file.ts";
import { seed, type SeededOrganization } from "./seed.ts";
import { serviceControl } from "./service-control.ts";
import { forgetState, type LocalSettings } from "./settings.ts";

export interface LocalMode {
  ready: Ready;
  close(): Promise<void>;
}

/** What `.local/ready.json` holds: programs outside the project read it. */
export interface Ready {
  baseUrl: string;
  sandboxUrl: string;
  mcpUrl: string;
  organizations: SeededOrganization[];
}

/** The deployed handlers over real parts of this machine. What was started ends with `close`. */
export async function startLocalMode(settings: LocalSettings): Promise<LocalMode> {
  const endings = createEndings();
  try {
    return { ready: await start(settings, endings.atEnd), close: endings.end };
  } catch (error) {
    await endings.end();
    throw error;
  }
}

async function start(settings: LocalSettings, atEnd: AtEnd): Promise<Ready> {
  const { dataDir } = settings;
  const port = await freePort(settings.port, "PORT");
  const sandboxPort = await freePort(settings.sandboxPort, "SANDBOX_PORT");
  const urls = {
    baseUrl: `http://127.0.0.1:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
  };
  atEnd(await lockFolder(dataDir));
  const file = await readyFile(dataDir, atEnd);
  if (settings.fresh) await forgetState(dataDir);

  const { clock, moveTo } = await keptClock(dataDir);
  const log = createLog({
    level: settings.logLevel,
    write: (line) => process.stderr.write(`${line}\n`),
    now: () => clock.now(),
  });
  const databaseUrl = await openLocalDatabase(settings, atEnd);
  const names = createNames();
  const parts = { settings, urls, databaseUrl, clock, log, egress: names.egress };
  const queues = await localQueues(atEnd);
  const deps = await localDeps(parts, queues, atEnd);
  let running: Running | null = null;
  const moveClock = async (to: Date) => {
    await moveTo(to);
    await running?.runTasks();
  };
  const control = serviceControl({ ...deps, names, moveClock });
  const sandbox = await startSandbox({ port: sandboxPort, service: control });
  atEnd(() => sandbox.close());
  const { host, port: receiverPort, ca } = sandbox.receivers;
  names.serve(host, { address: "127.0.0.1", port: receiverPort, ca });

  const organizations = await seed({ ...deps, sandboxUrl: sandbox.url }, dataDir);
  running = await run(deps, queues, { port, browsers: browsersAtOnce, finishCallsMs: 0 });
  atEnd(running.stop);
  await running.runTasks(["housekeeping"]);
  const ready = { ...urls, mcpUrl: `${urls.baseUrl}/mcp`, organizations };
  await file.announce(ready);
  return ready;
}
