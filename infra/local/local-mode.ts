import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createApi, type ApiDeps } from "#functions/api/app.ts";
import { buildApiDeps } from "#functions/api/deps.ts";
import { createHousekeeping } from "#functions/housekeeping.ts";
import { startSandbox } from "#infra/sandbox/index.ts";
import { appUrl, migrate } from "#lib/db/migrate.ts";
import { indicators } from "#lib/connectors/indicadores/catalogue.ts";
import { refreshIndicators, storedCodes } from "#lib/indicators/index.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import { createLog, type Log } from "#lib/kernel/log.ts";
import { lockFolder } from "./folder-lock.ts";
import { localKeys, secretFile } from "./keys.ts";
import { listen } from "./listen.ts";
import { freePort } from "./ports.ts";
import { ensureDatabase, startPostgres } from "./postgres.ts";
import { seed, type SeededOrganization } from "./seed.ts";
import { serviceControl } from "./service-control.ts";
import { forgetState, type LocalSettings } from "./settings.ts";
import { startTicker } from "./ticker.ts";

export interface LocalMode {
  ready: Ready;
  close(): Promise<void>;
}

/** What `.local/ready.json` holds: programs outside the project read it. */
export interface Ready {
  baseUrl: string;
  sandboxUrl: string;
  organizations: SeededOrganization[];
}

type AtEnd = (end: () => Promise<unknown>) => void;

const minuteMs = 60_000;

/** The deployed handlers over real parts of this machine. What was started ends with `close`. */
export async function startLocalMode(settings: LocalSettings): Promise<LocalMode> {
  const endings: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  try {
    return { ready: await start(settings, (end) => endings.push(end)), close };
  } catch (error) {
    await close();
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
  if (settings.fresh) await forgetState(dataDir);

  const clock = new MovableClock();
  const log = localLog(settings, clock);
  const databaseUrl = await openedDatabase(settings, atEnd);
  const deps = await dependencies({ settings, urls, databaseUrl, clock, log });
  atEnd(() => deps.db.close());

  const ticker = startTicker(
    [{ name: "housekeeping", everyMs: minuteMs, run: housekeeping(deps) }],
    clock,
    log,
  );
  atEnd(() => ticker.stop());
  const service = serviceControl({ ...deps, clock, ticker });
  const sandbox = await startSandbox({ port: sandboxPort, service });
  atEnd(() => sandbox.close());
  const api = await listen(createApi(deps).fetch, port);
  atEnd(() => api.close());

  await housekeeping(deps)();
  const ready = { ...urls, organizations: await seed(deps, dataDir) };
  await writeFile(path.join(dataDir, "ready.json"), JSON.stringify(ready, null, 2), {
    mode: 0o600,
  });
  return ready;
}

async function openedDatabase(settings: LocalSettings, atEnd: AtEnd): Promise<string> {
  const appPassword = await secretFile(path.join(settings.dataDir, "app.password"));
  const ownerUrl = settings.databaseUrl ?? (await embeddedDatabase(settings.dataDir, atEnd));
  await migrate({ url: ownerUrl, appPassword });
  return appUrl(ownerUrl, appPassword);
}

async function embeddedDatabase(dataDir: string, atEnd: AtEnd): Promise<string> {
  const postgres = await startPostgres(dataDir);
  atEnd(() => postgres.stop());
  return ensureDatabase(postgres.url, "connect");
}

async function dependencies(parts: {
  settings: LocalSettings;
  urls: { baseUrl: string; sandboxUrl: string };
  databaseUrl: string;
  clock: MovableClock;
  log: Log;
}): Promise<ApiDeps & { clock: MovableClock }> {
  const { settings, urls, clock, log } = parts;
  const deps = buildApiDeps(
    {
      BASE_URL: urls.baseUrl,
      DATABASE_URL: parts.databaseUrl,
      DATABASE_POOL_MAX: 10,
      INDICATORS_BASE_URL: `${urls.sandboxUrl}/providers/indicadores`,
      LOG_LEVEL: settings.logLevel,
      SERVICE_SECRET: await secretFile(path.join(settings.dataDir, "service.secret")),
    },
    { clock, log, keys: await localKeys(settings.dataDir) },
  );
  return { ...deps, clock };
}

function housekeeping(deps: ApiDeps): () => Promise<void> {
  return createHousekeeping({
    ...deps,
    chores: [
      {
        name: "indicators",
        everyMs: 60 * minuteMs,
        run: () =>
          refreshIndicators({ ...deps, provider: deps.indicatorProvider }, storedCodes(indicators)),
      },
    ],
  });
}

function localLog(settings: LocalSettings, clock: MovableClock): Log {
  return createLog({
    level: settings.logLevel,
    write: (line) => process.stderr.write(`${line}\n`),
    now: () => clock.now(),
  });
}
