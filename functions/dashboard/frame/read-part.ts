import type { Log } from "#lib/kernel/log.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

/**
 * One block of a page, or null if its query failed: the block says so, and the rest is shown. An error with a code
 * fails the page: something not allowed, or a database that is down.
 */
export async function readPart<T>(
  log: Log,
  name: string,
  query: () => Promise<T>,
): Promise<T | null> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.error("dashboard.part_failed", { part: name, cause: error });
    return null;
  }
}
