import { actors } from "#lib/db/actors.ts";
import { eq } from "drizzle-orm";
import { periodoOf, previousPeriodo, santiagoDayOf, type Periodo } from "#lib/chile/index.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import { noteNextSync } from "#lib/connections/index.ts";
import { withSystemTx, type Context, type SystemContext } from "#lib/db/context.ts";
import { plans } from "#lib/identity/index.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { isStillDue, listUnfinishedMonths, requestSync } from "#lib/sync/index.ts";
import type { Alcance } from "#lib/contract/index.ts";
import { findSchedules } from "./find-schedules.ts";
import { nextRun, timingOf } from "./timing.ts";

export interface ScheduledSyncContext extends SystemContext {
  queue: Queue;
  /** What a system offers, from its manifest. */
  offered(connector: string): readonly Alcance[];
}

/** On these days the month before still gets late entries, unless its modules say otherwise. */
const lateDays = 5;

/** What makes a background sync pointless now; the next one tries again. */
const skipped = new Set<ErrorCode>([
  "alcance_scheme_unsupported",
  "connection_busy",
  "connection_credential_required",
  "connection_sync_in_progress",
  "too_many_pending",
  "validation_error",
]);

/**
 * What a connection's schedule runs: the current period; the last one while late entries arrive and
 * until it is read completely; and once a week an older one with rows that are not final.
 */
export async function syncOnSchedule(
  ctx: ScheduledSyncContext,
  connectionId: string,
): Promise<void> {
  const [connection] = await findSchedules(ctx, eq(connections.id, connectionId));
  // Housekeeping takes it off the schedule; a run that was due before that does nothing.
  if (connection?.state !== "active") return;
  const now = ctx.clock.now();
  const { scheduledSyncsPerDay, pendingSyncsPerConnection } = plans[connection.plan];
  const offered = ctx.offered(connection.connector);
  const noteNext = async (): Promise<void> => {
    const nextAt = nextRun(timingOf(connectionId, scheduledSyncsPerDay), now);
    await withSystemTx(ctx, (tx) => noteNextSync(tx, connectionId, nextAt));
  };
  const asItself = (): Context & { queue: Queue } => ({
    ...ctx,
    organization: { id: connection.organizationId },
    actor: actors.system("schedule"),
    requestId: newId("req", now),
  });
  const older = await listUnfinishedMonths(asItself(), connectionId);
  let started = 0;
  for (const { periodo, always, everyDays } of duePeriods(now, { offered, older })) {
    const own = asItself();
    try {
      if (!always && !(await isStillDue(own, connection, { periodo, offered, everyDays })))
        continue;
      await withRequestId(own.requestId, () =>
        requestSync(own, connection, {
          periodo,
          trigger: "scheduled",
          offered,
          pendingLimit: pendingSyncsPerConnection,
        }),
      );
      started += 1;
    } catch (error) {
      if (!(error instanceof AppError) || !skipped.has(error.code)) {
        // A run that started something counts as run: due again, it would start the same every
        // minute.
        if (started > 0) await noteNext();
        throw error;
      }
      ctx.log.info("schedule.skipped", { connection: connectionId, periodo, code: error.code });
    }
  }
  // Last: a run that dies before this counts as not run, and is due again.
  await noteNext();
}

interface Months {
  offered: readonly Alcance[];
  older: readonly Periodo[];
}

interface DuePeriod {
  periodo: Periodo;
  always: boolean;
  /** How often it is tried, if it is not always due. */
  everyDays: number;
}

/** The days of a month on which the one before is read too, even if it was already read. */
export function lateDaysOf(offered: readonly Alcance[]): number {
  return Math.max(lateDays, ...offered.map(({ closingDay = 0 }) => closingDay + 1));
}

/**
 * After the late days the last month is due only if it was not read completely; the same for older
 * ones.
 */
export function duePeriods(now: Date, { offered, older }: Months): DuePeriod[] {
  const current = periodoOf(now);
  const day = Number(santiagoDayOf(now).slice(8));
  return [
    { periodo: current, always: true, everyDays: 1 },
    {
      periodo: previousPeriodo(current),
      always: day <= lateDaysOf(offered),
      everyDays: 1,
    },
    ...older.map((periodo) => ({ periodo, always: false, everyDays: 7 })),
  ];
}
