import path from "node:path";
import { onlineSteps } from "#drizzle/online/steps.ts";
import { migrate } from "#lib/db/migrate.ts";
import { BehindBaseline } from "#lib/db/require-baseline.ts";
import { roleUrl, type LoginRole } from "#lib/db/rights.ts";
import type { AtEnd } from "#infra/server/endings.ts";
import type { Progress } from "#infra/server/progress.ts";
import { secretFile } from "./keys.ts";
import { ensureDatabase, startPostgres } from "./postgres.ts";
import type { LocalSettings } from "./settings.ts";
import { StartRefused } from "./start-refused.ts";

/** The connection strings of an up-to-date database, by role. */
export async function openLocalDatabase(
  settings: LocalSettings,
  atEnd: AtEnd,
  progress: Progress,
): Promise<Record<LoginRole, string>> {
  const { dataDir } = settings;
  const passwords = {
    connect_app: await secretFile(path.join(dataDir, "app.password")),
    connect_worker: await secretFile(path.join(dataDir, "worker.password")),
    connect_keeper: await secretFile(path.join(dataDir, "keeper.password")),
    connect_auth: await secretFile(path.join(dataDir, "auth.password")),
  };
  const ownerUrl = settings.databaseUrl ?? (await embedded(dataDir, atEnd, progress));
  await progress("Bringing the tables up to date", () =>
    migrate({ url: ownerUrl, passwords, steps: onlineSteps }),
  ).catch((error: unknown) => {
    if (!(error instanceof BehindBaseline) || settings.databaseUrl !== null) throw error;
    const remedy = `Start that once, or run "npm start -- --fresh" to begin with an empty one`;
    throw new StartRefused(`${error.message}. ${remedy}.`, { cause: error });
  });
  const urlOf = (role: LoginRole): string => {
    const url = roleUrl(ownerUrl, role, passwords[role]);
    return settings.databaseDriver === "neon" ? byNeonName(url) : url;
  };
  return {
    connect_app: urlOf("connect_app"),
    connect_worker: urlOf("connect_worker"),
    connect_keeper: urlOf("connect_keeper"),
    connect_auth: urlOf("connect_auth"),
  };
}

async function embedded(dataDir: string, atEnd: AtEnd, progress: Progress): Promise<string> {
  const postgres = await startPostgres(dataDir, { progress });
  atEnd({ "the database": () => postgres.stop() });
  return ensureDatabase(postgres.url, "connect");
}

/**
 * The same database under a Neon-style name, so that the driver is chosen as in a deployment. Only the tests' relay
 * knows the name; it tells servers apart by port.
 */
export function byNeonName(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.hostname = `port-${url.port}.connect.neon.tech`;
  return url.toString();
}
