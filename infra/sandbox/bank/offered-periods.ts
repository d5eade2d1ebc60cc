import { movePeriod, periodOf } from "../generator/calendar.ts";
import type { World } from "../system/system.ts";

const monthsOffered = 25;

/** The months that a search form offers: the current one first, and 24 before it. */
export function offeredPeriods(world: World): string[] {
  const current = periodOf(world.today());
  return Array.from({ length: monthsOffered }, (_, index) => movePeriod(current, -index));
}
