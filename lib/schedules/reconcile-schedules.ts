import { eq, inArray, isNotNull, or } from "drizzle-orm";
import { connections } from "../connections/connections.sql.ts";
import { withSystemTx, type SystemContext } from "../db/context.ts";
import { organizations } from "../identity/identity.sql.ts";
import { plans, type PlanName } from "../identity/index.ts";
import type { Schedules } from "../platform/schedules.ts";
import { nextRun, scheduleText, timingOf } from "./timing.ts";

type ScheduleContext = SystemContext & { schedules: Schedules };

interface Candidate {
  id: string;
  organizationId: string;
  plan: string;
  schedule: string | null;
  active: boolean;
}

/**
 * Holds what is registered against what ought to be: new, disabled, rejected and re-planned
 * connections all come right here, whatever changed them.
 */
export async function reconcileSchedules(ctx: ScheduleContext): Promise<void> {
  for (const candidate of await findCandidates(ctx)) {
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

async function findCandidates(ctx: SystemContext): Promise<Candidate[]> {
  const rows = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ connection: connections, plan: organizations.plan })
      .from(connections)
      .innerJoin(organizations, eq(organizations.id, connections.organizationId))
      .where(or(isNotNull(connections.schedule), inArray(connections.credencial, ["viva"]))),
  );
  return rows.map(({ connection, plan }) => ({
    id: connection.id,
    organizationId: connection.organizationId,
    plan,
    schedule: connection.schedule,
    active: connection.credencial === "viva" && connection.disabledAt === null,
  }));
}

async function register(ctx: ScheduleContext, candidate: Candidate): Promise<void> {
  const timing = timingOf(candidate.id, plans[candidate.plan as PlanName].scheduledSyncsPerDay);
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

async function unregister(ctx: ScheduleContext, candidate: Candidate): Promise<void> {
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
