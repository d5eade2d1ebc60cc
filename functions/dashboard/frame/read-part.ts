import type { Log } from "#lib/kernel/log.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

/**
 * One block of a page, or null when its query failed: the block says so, and the page goes on.
 * What has a code fails the page: what may not be seen, or a database that answers nothing else.
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
