import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Client } from "pg";

/** Made before the baseline, and not up to date with the last release of that time. */
export class BehindBaseline extends Error {
  override name = "BehindBaseline";
}

/** The last of the migrations and steps that the baseline replaced, and the commit that has them. */
const former = { commit: "494bd36e", step: "0049-released-answers" };

/**
 * The baseline has the time of the last migration it replaced: a database that has them all goes on
 * from there, and one that has only some is left as it is.
 */
export async function requireBaseline(client: Client, migrationsFolder: string): Promise<void> {
  const [baseline] = readMigrationFiles({ migrationsFolder });
  const { rows } = await client.query<{ migrations: boolean; steps: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as migrations,
       to_regclass('drizzle.online_steps') is not null as steps`,
  );
  if (baseline === undefined || rows[0]?.migrations !== true) return;
  const applied = await client.query<{ is_former: boolean; is_behind: boolean }>(
    `select min(created_at) < $1 as is_former, max(created_at) < $1 as is_behind
     from drizzle.__drizzle_migrations`,
    [baseline.folderMillis],
  );
  if (applied.rows[0]?.is_former !== true) return;
  const stepped = rows[0].steps
    ? await client.query("select from drizzle.online_steps where name = $1 and finished", [
        former.step,
      ])
    : null;
  if (applied.rows[0].is_behind || stepped?.rowCount !== 1) {
    throw new BehindBaseline(
      `The database was made by an earlier version, which has to bring it up to date first: that of commit ${former.commit}`,
    );
  }
}
