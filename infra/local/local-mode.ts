import { createEndings, type Endings } from "#infra/server/endings.ts";
import type { Ended } from "#infra/server/end-on-signal.ts";
import { createProgress } from "#infra/server/progress.ts";
import { diskFull } from "./disk-full.ts";
import { lockFolder } from "./folder-lock.ts";
import { freePort } from "./ports.ts";
import { readyFile } from "./ready-file.ts";
import type { SeededOrganization } from "./seed.ts";
import { forgetState, type LocalSettings } from "./settings.ts";

interface LocalMode extends Ended {
  ready: Ready;
}

/** The contents of `.local/ready.json`, which programs outside the project read. */
export interface Ready {
  baseUrl: string;
  sandboxUrl: string;
  mcpUrl: string;
  dashboardUrl: string;
  oauth: { issuer: string };
  organizations: SeededOrganization[];
}

type Say = (line: string) => void;

/** The deployed handlers over real parts on this machine. `close` stops what was started. */
export async function startLocalMode(
  settings: LocalSettings,
  say: Say = () => undefined,
): Promise<LocalMode> {
  const endings = createEndings();
  try {
    const ready = await start(settings, endings, say);
    return { ready, close: endings.end, waitsFor: endings.waitsFor };
  } catch (error) {
    try {
      // Before the end, which deletes files.
      throw (await diskFull(error, settings)) ?? error;
    } finally {
      await endings.end();
    }
  }
}

async function start(settings: LocalSettings, { atEnd }: Endings, say: Say): Promise<Ready> {
  const { dataDir } = settings;
  const ports = {
    api: await freePort(settings.port, "PORT"),
    sandbox: await freePort(settings.sandboxPort, "SANDBOX_PORT"),
  };
  const urls = {
    baseUrl: `http://127.0.0.1:${ports.api}`,
    sandboxUrl: `http://127.0.0.1:${ports.sandbox}`,
  };
  atEnd({ [`the lock of ${dataDir}`]: await lockFolder(dataDir) });
  const file = await readyFile(dataDir, atEnd);
  if (settings.fresh) await forgetState(dataDir);

  // Checks that can refuse a start are done by now: loading the service's modules takes seconds.
  say("Loading the service …");
  const { startParts } = await import("./start-parts.ts");
  const progress = createProgress(say);
  const organizations = await startParts({ settings, ports, urls, atEnd, progress });
  const { baseUrl } = urls;
  const ready = {
    ...urls,
    mcpUrl: `${baseUrl}/mcp`,
    dashboardUrl: `${baseUrl}/dashboard`,
    oauth: { issuer: baseUrl },
    organizations,
  };
  await file.announce(ready);
  return ready;
}
