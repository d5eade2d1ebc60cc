import { ensureDatabase, startPostgres } from "#infra/local/postgres.ts";
import { startQueueServer } from "#infra/local/queue-server.ts";
import { onlineSteps } from "#drizzle/online/steps.ts";
import { migrate } from "#lib/db/migrate.ts";
import type { LoginRole } from "#lib/db/rights.ts";
import { asOwner, onePassword } from "../databases/as-owner.ts";
import { overNeon } from "../neon/run.ts";
import { closeWayAround } from "../neon/way-around.ts";

/** What a test file is told of a server of the run. */
export interface ServersOfRun {
  postgres: { serverUrl: string; template: string; passwords: Record<LoginRole, string> };
  queues: { endpoint: string };
}

export interface Running<Told = unknown> {
  told: Told;
  stop(): Promise<void>;
}

/** This server does not outlive the run, so it needs no durability; those that tests kill are separate ones. */
const settings = [
  "max_connections=300",
  "fsync=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  // Autovacuum would visit a run's hundreds of databases; a test that checks a plan analyzes by itself.
  "autovacuum=off",
  // The passwords are no secret, and ten thousand connections are opened with them.
  "scram_iterations=1",
];

type Starts = {
  [Name in keyof ServersOfRun]: (folder: string) => Promise<Running<ServersOfRun[Name]>>;
};

export const startServer: Starts = {
  /** One real server for the whole run; each test file gets its own database from a template. */
  postgres: async (folder) => {
    const flags = settings.flatMap((setting) => ["-c", setting]);
    const postgres = await startPostgres(folder, { flags });
    try {
      const template = "connect_template";
      const url = await ensureDatabase(postgres.url, template);
      const passwords = onePassword("only-for-tests");
      await migrate({ url, passwords, steps: onlineSteps });
      if (overNeon) await closeWayAround((text) => asOwner(url, text));
      const told = { serverUrl: postgres.url, template, passwords };
      return { told, stop: () => postgres.stop() };
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  },
  queues: async () => {
    const { endpoint, close } = await startQueueServer();
    return { told: { endpoint }, stop: close };
  },
};
