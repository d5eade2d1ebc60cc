import { openDatabase } from "#lib/db/client.ts";
import { checkDatabase } from "#lib/db/database.ts";
import { translateFailure } from "#lib/db/failures.ts";
import type { Egress } from "#lib/egress/index.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { loadOnce } from "#lib/kernel/load-once.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { AuthPort } from "../../auth-port.ts";
import { agentsOf } from "./agents.ts";
import { createLibrary, type UseLibrary } from "./library.ts";
import { libraryAccounts } from "./accounts.ts";
import { peopleOf } from "./people.ts";
import { sessionCookie, signedByNewest, type ReadCookies } from "./session-cookies.ts";
import { storedTokens } from "./stored-tokens.ts";

interface AuthSettings {
  baseUrl: string;
  databaseUrl: string;
  secrets: readonly string[];
  poolMax: number;
  /** What tokens are for. */
  resource: string;
  /** Everything that a token may include. */
  scopes(): Promise<readonly string[]>;
}

interface AuthEdges {
  clock: Clock;
  log: Log;
  egress: Egress;
  /** Counts a fetch of a client's document from the host; false when the limit is exceeded. */
  mayFetch(host: string): Promise<boolean>;
  /** For local mode: the library reads the machine's clock, and must see the one that was moved. */
  onClock?: OnClock;
}

export type OnClock = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * People, sessions and tokens, implemented by the library. Nothing is read before the first call.
 */
export async function createAuth(settings: AuthSettings, edges: AuthEdges): Promise<AuthPort> {
  const { clock, log, onClock = (work) => work() } = edges;
  const pool = { url: settings.databaseUrl, max: settings.poolMax, log };
  const database = await openDatabase(pool);
  const locks = await openDatabase(pool);
  const { orm } = database;
  const library = loadOnce(async () => {
    const scopes = await settings.scopes();
    const made = createLibrary({ ...settings, scopes, orm, clock, log });
    // The library starts by asking the database, and would remember a failure for ever.
    await made.$context;
    return made;
  });
  const { name } = sessionCookie(settings.baseUrl);
  const cookies: ReadCookies = (headers) => signedByNewest(headers, { name, ...settings });
  const use: UseLibrary = (work) =>
    onClock(async () => {
      try {
        return await work(await library());
      } catch (thrown) {
        const error = translateFailure(thrown);
        // The library says that it failed, and not why.
        if (!(error instanceof AppError)) await checkDatabase(database);
        throw error;
      }
    });
  return {
    ...peopleOf(use, { clock, cookies, orm }),
    ...libraryAccounts(use),
    ...agentsOf(use, settings.baseUrl, { orm, cookies, ...edges }),
    ...storedTokens(database, locks),
    check: () => checkDatabase(database),
    close: async () => {
      await Promise.all([database.close(), locks.close()]);
    },
  };
}
