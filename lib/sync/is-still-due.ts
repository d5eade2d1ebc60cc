import { and, desc, eq, inArray } from "drizzle-orm";
import { addDays, santiagoDayOf, todayInSantiago, type Periodo } from "#lib/chile/index.ts";
import { canGain, splitByAccess, type Alcance } from "#lib/contract/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import { coverage } from "./coverage.sql.ts";
import type { SyncableConnection } from "./request-sync.ts";

interface StillDue {
  periodo: Periodo;
  offered: readonly Alcance[];
  /** It is not tried again until so many days after it was last requested. */
  everyDays: number;
}

/** How long data that is not final is left alone. */
const unfinishedDays = 7;

/**
 * Whether a past month must be read again: something that a sync reads was not read completely
 * since it ended, or has rows that are not final. It is tried at most once in so many days, by
 * schedule or by hand, even when it keeps failing; if it is merely not final, once a week.
 */
export async function isStillDue(
  ctx: Context,
  connection: SyncableConnection,
  { periodo, offered, everyDays }: StillDue,
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
  if (lastAsked.some(({ at }) => addDays(todayInSantiago(at), everyDays) > today)) return false;
  const closingDays = new Map(offered.map(({ id, closingDay }) => [id, closingDay]));
  const done = entries.filter(({ readAt, unfinished, ...entry }) => {
    if (unfinished && addDays(santiagoDayOf(readAt), unfinishedDays) <= today) return false;
    const asked = { entry: { ...entry, readAt: readAt.toISOString() }, periodo, account: null };
    return !canGain({ ...asked, closingDay: closingDays.get(entry.alcance) }, today);
  });
  return done.length < wanted.length;
}
