import { and, isNotNull, lte, ne } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { noteNextSync } from "#lib/connections/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Schedules } from "#lib/platform/schedules.ts";
import { findSchedules } from "./find-schedules.ts";
import { syncOnSchedule, type ScheduledSyncContext } from "./sync-on-schedule.ts";
import { pausedText } from "./timing.ts";

const { schedule, proximaSincronizacionEn } = connections;

/**
 * For deployments without a scheduler: reconciling writes the schedule onto the connection, and
 * `fireDueSchedules` reads it.
 */
export const rowSchedules: Schedules = {
  put: () => Promise.resolve(),
  pause: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

/** If a server dies while firing a run, the run is due again after this time. */
const takenMs = 5 * minuteMs;

interface Run {
  dueAt: Date;
  untilTaken: Date;
}

/** Fires what has become due, once however late. Of several servers, one fires each. */
export async function fireDueSchedules(ctx: ScheduledSyncContext): Promise<void> {
  const now = ctx.clock.now();
  const due = and(isNotNull(schedule), ne(schedule, pausedText), lte(proximaSincronizacionEn, now));
  const failures: unknown[] = [];
  for (const { id } of await findSchedules(ctx, due)) {
    try {
      const untilTaken = new Date(now.getTime() + takenMs);
      if (await takeRun(ctx, id, { dueAt: now, untilTaken })) {
        await fire(ctx, id, { dueAt: now, untilTaken });
      }
    } catch (error) {
      // Without the database every connection fails; otherwise one failure does not affect the
      // others.
      if (error instanceof AppError && error.code === "service_unavailable") throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "schedules did not fire");
}

/** False when another server was faster. */
function takeRun(ctx: SystemContext, id: string, { dueAt, untilTaken }: Run): Promise<boolean> {
  return withSystemTx(ctx, (tx) => noteNextSync(tx, id, untilTaken, { dueBy: dueAt }));
}

/**
 * Records the next run once its syncs are queued. A run that failed without queueing any is due
 * again at once.
 */
async function fire(
  ctx: ScheduledSyncContext,
  connectionId: string,
  { dueAt, untilTaken }: Run,
): Promise<void> {
  try {
    await syncOnSchedule(ctx, connectionId);
  } catch (error) {
    const stillTaken = { noted: untilTaken };
    await withSystemTx(ctx, (tx) => noteNextSync(tx, connectionId, dueAt, stillTaken));
    throw error;
  }
}
