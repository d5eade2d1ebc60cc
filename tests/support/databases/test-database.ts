import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { ensureDatabase } from "#infra/local/postgres.ts";
import { openDatabase } from "#lib/db/client.ts";
import type { Database } from "#lib/db/database.ts";
import { roleUrl, type LoginRole } from "#lib/db/rights.ts";
import { silentLog } from "../log.ts";
import { startNeonRelay } from "../servers/neon-relay.ts";
import { serverOfRun } from "../servers/server-of-run.ts";
import { serviceUrl } from "../neon/run.ts";

/** Both drivers: plain Postgres, and Neon's over its WebSocket. */
export const drivers = ["pg", "neon"] as const;
export type Driver = (typeof drivers)[number];

export interface TestDatabase {
  /** The workers' role: for everything that is not a call, and for setting up scenes. */
  db: Database;
  url: string;
  /** The role that answers calls. */
  app: Database;
  appUrl: string;
  /** Housekeeping's role. */
  keeper: Database;
  keeperUrl: string;
  /** The role of the library for people and tokens. */
  authUrl: string;
  /** Reads and writes as the owner of the cluster, past row-level security. */
  owner(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** A fresh, migrated database on the run's real server; or the named one, unchanged. */
export async function testDatabase(
  options: { max?: number; driver?: Driver; name?: string } = {},
): Promise<TestDatabase> {
  const { driver } = options;
  const relay = driver === "neon" ? await startNeonRelay() : null;
  const { serverUrl, template, passwords } = await serverOfRun("postgres");
  const name = options.name ?? `test_${randomBytes(6).toString("hex")}`;
  const ownerUrl = await ensureDatabase(serverUrl, name, template);
  const urlOf = (role: LoginRole): string => {
    const url = roleUrl(ownerUrl, role, passwords[role]);
    return driver === undefined ? serviceUrl(url) : url;
  };
  const open = (url: string) =>
    openDatabase({
      url,
      max: options.max ?? 10,
      log: silentLog,
      ...(driver !== undefined && { driver }),
    });
  const url = urlOf("connect_worker");
  const appUrl = urlOf("connect_app");
  const keeperUrl = urlOf("connect_keeper");
  const db = await open(url);
  const app = await open(appUrl);
  const keeper = await open(keeperUrl);
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  return {
    db,
    url,
    app,
    appUrl,
    keeper,
    keeperUrl,
    authUrl: urlOf("connect_auth"),
    owner: async (text, values = []) => (await owner.query(text, values)).rows,
    close: async () => {
      await db.close();
      await app.close();
      await keeper.close();
      await owner.end();
      await relay?.close();
    },
  };
}
