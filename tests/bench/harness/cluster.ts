import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { onlineSteps } from "#drizzle/online/steps.ts";
import { ensureDatabase, startPostgres } from "#infra/local/postgres.ts";
import { migrate } from "#lib/db/migrate.ts";
import { roleUrl } from "#lib/db/rights.ts";
import { onePassword } from "#tests/support/databases/as-owner.ts";

export interface BenchDatabase {
  /** The role that answers calls: every policy applies. */
  appUrl: string;
  /** Workers and operators. */
  workerUrl: string;
  /** Housekeeping. */
  keeperUrl: string;
  /** The role for people, sessions and tokens. */
  authUrl: string;
  /** The owner's: no policy applies, so a floor pays for none. */
  ownerUrl: string;
  owner: Client;
}

const passwords = onePassword("only-for-benches");

// Memory as in a small managed database; durability has its defaults.
const size = ["-c", "shared_buffers=512MB", "-c", "max_wal_size=4GB"];

/** A real server, and a fresh, migrated database on it, for one bench. */
export async function withDatabase<T>(
  work: (database: BenchDatabase) => Promise<T>,
  options: { flags?: string[] } = {},
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "connect-bench-"));
  const postgres = await startPostgres(folder, { flags: [...size, ...(options.flags ?? [])] });
  try {
    const ownerUrl = await ensureDatabase(postgres.url, "bench");
    // With all the indexes of a deployed one.
    await migrate({ url: ownerUrl, passwords, steps: onlineSteps });
    const owner = new Client({ connectionString: ownerUrl });
    await owner.connect();
    try {
      await owner.query("select maintain_audit_partitions($1, 24)", [new Date()]);
      return await work({
        appUrl: roleUrl(ownerUrl, "connect_app", passwords.connect_app),
        workerUrl: roleUrl(ownerUrl, "connect_worker", passwords.connect_worker),
        keeperUrl: roleUrl(ownerUrl, "connect_keeper", passwords.connect_keeper),
        authUrl: roleUrl(ownerUrl, "connect_auth", passwords.connect_auth),
        ownerUrl,
        owner,
      });
    } finally {
      await owner.end();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
