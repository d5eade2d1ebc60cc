import { eq, isNotNull, or } from "drizzle-orm";
import { connections } from "../connections/connections.sql.ts";
import { withSystemTx, type SystemContext } from "../db/context.ts";
import { plans } from "../identity/index.ts";
import type { Schedules } from "../platform/schedules.ts";
import { findStandings, type ScheduleStanding } from "./find-standings.ts";
import { nextRun, scheduleText, timingOf } from "./timing.ts";

type ScheduleContext = SystemContext & { schedules: Schedules };

/**
 * Holds what is registered against what ought to be: new, disabled, rejected, unpaid and
 * re-planned connections all come right here, whatever changed them.
 */
export async function reconcileSchedules(ctx: ScheduleContext): Promise<void> {
  const related = or(isNotNull(connections.schedule), eq(connections.credencial, "viva"));
  for (const candidate of await findStandings(ctx, related)) {
    if (candidate.active) await register(ctx, candidate);
    else if (candidate.schedule !== null) await unregister(ctx, candidate);
  }
}

/** For a scheduler that forgets: everything is registered anew by the next run. */
export async function forgetSchedules(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, ({ db }) =>
    db.orm.update(connections).set({ schedule: null }).where(isNotNull(connections.schedule)),
  );
}

async function register(ctx: ScheduleContext, candidate: ScheduleStanding): Promise<void> {
  const timing = timingOf(candidate.id, plans[candidate.plan].scheduledSyncsPerDay);
  const schedule = scheduleText(timing);
  if (candidate.schedule === schedule) return;
  const firstAt = nextRun(timing, ctx.clock.now());
  const { id: connectionId, organizationId } = candidate;
  await ctx.schedules.put({
    connectionId,
    organizationId,
    everyMinutes: timing.everyMinutes,
    firstAt,
  });
  await remember(ctx, connectionId, schedule, firstAt);
}

async function unregister(ctx: ScheduleContext, candidate: ScheduleStanding): Promise<void> {
  await ctx.schedules.remove(candidate.id);
  await remember(ctx, candidate.id, null, null);
}

async function remember(
  ctx: SystemContext,
  connectionId: string,
  schedule: string | null,
  proximaSincronizacionEn: Date | null,
): Promise<void> {
  await withSystemTx(ctx, ({ db }) =>
    db.orm
      .update(connections)
      .set({ schedule, proximaSincronizacionEn })
      .where(eq(connections.id, connectionId)),
  );
}
