import { sql } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { noteSchedule, noteSchedulesLost } from "#lib/connections/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { planNames, plans } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Schedules } from "#lib/platform/schedules.ts";
import { findSchedules, scheduleState, type ConnectionSchedule } from "./find-schedules.ts";
import { everyText, nextRun, pausedText, scheduleText, timingOf, type Timing } from "./timing.ts";

type ScheduleContext = SystemContext & { schedules: Schedules };

const rhythms = sql.join(
  planNames.map((plan) => sql`when ${plan} then ${everyText(plans[plan].scheduledSyncsPerDay)}`),
  sql` `,
);

/** Not registered as it should be. The minute's run reads only these, not all. */
export const isOutdated = sql`case ${scheduleState}
  when 'off' then ${connections.schedule} is not null
  when 'waiting' then ${connections.schedule} <> ${pausedText}
  else ${connections.schedule} is null
    or not starts_with(${connections.schedule}, case ${organizations.plan} ${rhythms} end)
  end`;

/**
 * Compares registered schedules with what they should be: new, disabled, rejected, unpaid and
 * re-planned connections are all corrected here, whatever changed them.
 */
export async function reconcileSchedules(ctx: ScheduleContext): Promise<void> {
  const failures: unknown[] = [];
  for (const candidate of await findSchedules(ctx, isOutdated)) {
    try {
      await reconcile(ctx, candidate);
    } catch (error) {
      // If the scheduler is unreachable, all of them fail; a schedule that it refuses fails alone.
      if (error instanceof AppError && error.code === "service_unavailable") throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "schedules were refused");
}

/** For a scheduler that lost its schedules: the next run registers all of them again. */
export async function forgetSchedules(ctx: SystemContext): Promise<void> {
  await withSystemTx(ctx, noteSchedulesLost);
}

async function reconcile(ctx: ScheduleContext, candidate: ConnectionSchedule): Promise<void> {
  switch (candidate.state) {
    case "active":
      return register(ctx, candidate);
    case "waiting":
      return pause(ctx, candidate);
    case "off":
      return unregister(ctx, candidate);
  }
}

async function register(ctx: ScheduleContext, candidate: ConnectionSchedule): Promise<void> {
  const timing = ownTiming(candidate);
  const text = scheduleText(timing);
  if (candidate.schedule === text) return;
  const firstAt = nextRun(timing, ctx.clock.now());
  await ctx.schedules.put({ ...scheduleOf(candidate), firstAt });
  await remember(ctx, candidate.id, text, firstAt);
}

async function pause(ctx: ScheduleContext, candidate: ConnectionSchedule): Promise<void> {
  if (candidate.schedule === null || candidate.schedule === pausedText) return;
  await ctx.schedules.pause(scheduleOf(candidate));
  await remember(ctx, candidate.id, pausedText, null);
}

async function unregister(ctx: ScheduleContext, candidate: ConnectionSchedule): Promise<void> {
  if (candidate.schedule === null) return;
  await ctx.schedules.remove(candidate.id);
  await remember(ctx, candidate.id, null, null);
}

function scheduleOf(candidate: ConnectionSchedule) {
  const { id: connectionId, organizationId } = candidate;
  return { connectionId, organizationId, everyMinutes: ownTiming(candidate).everyMinutes };
}

function ownTiming({ id, plan }: ConnectionSchedule): Timing {
  return timingOf(id, plans[plan].scheduledSyncsPerDay);
}

function remember(
  ctx: SystemContext,
  connectionId: string,
  schedule: string | null,
  nextAt: Date | null,
): Promise<void> {
  return withSystemTx(ctx, (tx) => noteSchedule(tx, connectionId, { schedule, nextAt }));
}
