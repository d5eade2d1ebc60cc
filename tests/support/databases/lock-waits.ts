import { setImmediate } from "node:timers/promises";
import type { TestDatabase } from "./test-database.ts";

/** How many sessions of the test's own database wait for another session's lock. */
async function lockWaits({ owner }: TestDatabase): Promise<number> {
  const rows = await owner(
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Whichever comes first: the end of the work, or that many sessions waiting for a lock. */
export async function endsOrWaits(
  database: TestDatabase,
  work: Promise<unknown>,
  waiting = 1,
): Promise<"ends" | "waits"> {
  const seen = { end: false };
  const end = (): void => void (seen.end = true);
  work.then(end, end);
  while (!seen.end && (await lockWaits(database)) < waiting) await setImmediate();
  return seen.end ? "ends" : "waits";
}
