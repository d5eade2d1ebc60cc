import path from "node:path";
import { appUrl, migrate } from "#lib/db/migrate.ts";
import type { AtEnd } from "#infra/server/endings.ts";
import type { Progress } from "#infra/server/progress.ts";
import { secretFile } from "./keys.ts";
import { ensureDatabase, startPostgres } from "./postgres.ts";
import type { LocalSettings } from "./settings.ts";

/** The application's connection string to a database that is up to date. */
export async function openLocalDatabase(
  settings: LocalSettings,
  atEnd: AtEnd,
  progress: Progress,
): Promise<string> {
  const appPassword = await secretFile(path.join(settings.dataDir, "app.password"));
  const ownerUrl = settings.databaseUrl ?? (await embedded(settings.dataDir, atEnd, progress));
  await progress("Bringing the tables up to date", () => migrate({ url: ownerUrl, appPassword }));
  const url = appUrl(ownerUrl, appPassword);
  return settings.databaseDriver === "neon" ? byNeonName(url) : url;
}

async function embedded(dataDir: string, atEnd: AtEnd, progress: Progress): Promise<string> {
  const postgres = await startPostgres(dataDir, { progress });
  atEnd({ "the database": () => postgres.stop() });
  return ensureDatabase(postgres.url, "connect");
}

/**
 * The same database by a name of Neon's, so that its driver is chosen as for a deployed service. It
 * is known to the relay of the tests alone, which tells servers apart by their port.
 */
export function byNeonName(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.hostname = `port-${url.port}.connect.neon.tech`;
  return url.toString();
}
