import type { ApiDeps } from "#functions/api/route-deps.ts";
import { createDrain } from "#functions/drain-deliveries.ts";
import { createHousekeeping } from "#functions/housekeeping.ts";
import { indicatorChore } from "#functions/indicator-chore.ts";
import { fireDueSchedules, rowSchedules } from "#lib/schedules/index.ts";
import type { Task } from "./ticker.ts";

const minuteMs = 60_000;
/** The deployed drain's own limit. */
const drainLimitMs = 60_000;

/** What the cloud's scheduler runs, and what its schedules send. Safe on several servers at once. */
export function serverTasks(deps: ApiDeps): Task[] {
  const keepHouse = createHousekeeping({
    ...deps,
    schedules: rowSchedules,
    chores: [indicatorChore(deps, deps.indicatorProvider)],
  });
  const offered = (connector: string) => deps.catalogue.manifestOf(connector)?.alcances ?? [];
  const drain = createDrain(deps);
  return [
    { name: "housekeeping", everyMs: minuteMs, run: keepHouse },
    { name: "schedules", everyMs: minuteMs, run: () => fireDueSchedules({ ...deps, offered }) },
    { name: "deliveries", everyMs: minuteMs, run: () => drain(drainLimitMs) },
  ];
}
