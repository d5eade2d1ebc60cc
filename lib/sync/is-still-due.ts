import { and, desc, eq, inArray } from "drizzle-orm";
import { todayInSantiago, type Periodo } from "#lib/chile/index.ts";
import { canGain, type Alcance, type CoverageEntry } from "#lib/contract/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import { splitByAccess } from "./access.ts";
import { coverage } from "./coverage.sql.ts";
import type { SyncableConnection } from "./request-sync.ts";

/**
 * Whether a month that has ended is to be read again: not all that a sync reads of it was read whole
 * since. What fails again and again is tried once a day, by schedule or by hand.
 */
export async function isStillDue(
  ctx: Context,
  connection: SyncableConnection,
  { periodo, offered }: { periodo: Periodo; offered: readonly Alcance[] },
): Promise<boolean> {
  const { alcances } = splitByAccess({ named: null, offered }, connection);
  const momentary = offered.filter((alcance) => alcance.currentPeriodOnly).map(({ id }) => id);
  const wanted = alcances.filter((alcance) => !momentary.includes(alcance));
  if (wanted.length === 0) return false;
  const today = todayInSantiago(ctx.clock.now());
  const { entries, lastAsked } = await withTx(ctx, async ({ db }) => ({
    entries: await db.orm
      .select()
      .from(coverage)
      .where(
        and(
          eq(coverage.connectionId, connection.id),
          eq(coverage.periodo, periodo),
          inArray(coverage.alcance, wanted),
        ),
      ),
    lastAsked: await db.orm
      .select({ at: syncJobs.createdAt })
      .from(syncJobs)
      .where(
        and(
          eq(syncJobs.connectionId, connection.id),
          eq(syncJobs.kind, "sync"),
          eq(syncJobs.periodo, periodo),
        ),
      )
      .orderBy(desc(syncJobs.createdAt))
      .limit(1),
  }));
  if (lastAsked.some(({ at }) => todayInSantiago(at) === today)) return false;
  const done = entries.filter(({ readAt, status, ...entry }) => {
    const read = { ...entry, status: status as CoverageEntry["status"] };
    const asked = { entry: { ...read, readAt: readAt.toISOString() }, periodo, account: null };
    return !canGain(asked, today);
  });
  return done.length < wanted.length;
}
