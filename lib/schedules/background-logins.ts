import { syncableOf, type Alcance } from "#lib/contract/index.ts";
import { plans, type PlanName } from "#lib/identity/index.ts";
import { lateDaysOf } from "./sync-on-schedule.ts";

/** How often a connection's portal is visited in the background. Each sync is one login. */
export interface BackgroundLogins {
  /** At once, when a link has connected it: one per month that is read. */
  first: number;
  perDay: number;
  /** The first days of a month; 0 if they are like all others. */
  lateDays: number;
  perLateDay: number;
}

/** Follows from the plan and the agreed modules. */
export function backgroundLogins(
  plan: PlanName,
  offered: readonly Alcance[],
  alcances: readonly string[],
): BackgroundLogins {
  const brought = syncableOf(offered).filter(({ id }) => alcances.includes(id));
  if (brought.length === 0) return { first: 0, perDay: 0, lateDays: 0, perLateDay: 0 };
  const perDay = plans[plan].scheduledSyncsPerDay;
  // A snapshot of the present has no month before.
  if (brought.every(({ currentPeriodOnly }) => currentPeriodOnly)) {
    return { first: 1, perDay, lateDays: 0, perLateDay: perDay };
  }
  return { first: 2, perDay, lateDays: lateDaysOf(offered), perLateDay: 2 * perDay };
}
