import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { ensureDatabase } from "#infra/local/postgres.ts";
import { openDatabase } from "#lib/db/client.ts";
import type { Database } from "#lib/db/database.ts";
import { appUrl } from "#lib/db/migrate.ts";
import { silentLog } from "./log.ts";

export interface TestDatabase {
  db: Database;
  /** The application's connection string. */
  url: string;
  /** Reads and writes as the owner of the cluster, past every wall. */
  owner(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** A fresh, migrated database on the run's real server. */
export async function testDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const { serverUrl, template, appPassword } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const ownerUrl = await ensureDatabase(serverUrl, name, template);
  const url = appUrl(ownerUrl, appPassword);
  const db = openDatabase({ url, max: options.max ?? 10, log: silentLog });
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  return {
    db,
    url,
    owner: async (text, values = []) => (await owner.query(text, values)).rows,
    close: async () => {
      await db.close();
      await owner.end();
    },
  };
}
