import type { ApiDeps } from "#functions/api/route-deps.ts";
import { createDrain } from "#functions/drain-deliveries.ts";
import { createHousekeeping } from "#functions/housekeeping.ts";
import { indicatorChore } from "#functions/indicator-chore.ts";
import type { Task } from "#infra/server/ticker.ts";
import { forgetSchedules, syncOnSchedule } from "#lib/schedules/index.ts";
import { beatAll } from "#lib/jobs/index.ts";
import { localSchedules } from "./schedules.ts";

const minuteMs = 60_000;
/** The deployed drain's own limit. */
const drainLimitMs = 60_000;

export interface LocalHousekeeping {
  /** The first run: what this process has to know by heart is registered anew. */
  run(): Promise<void>;
  tasks: Task[];
}

/** What the cloud's scheduler runs every minute, and what its schedules send, in one process. */
export function localHousekeeping(deps: ApiDeps): LocalHousekeeping {
  const schedules = localSchedules(deps.clock);
  const drain = createDrain(deps);
  const offered = (connector: string) => deps.catalogue.manifestOf(connector)?.alcances ?? [];
  const run = createHousekeeping({
    ...deps,
    schedules,
    chores: [indicatorChore(deps, deps.indicatorProvider)],
  });
  return {
    run: async () => {
      await forgetSchedules(deps);
      await run();
    },
    tasks: [
      // A moved clock must not make living workers look dead.
      { name: "leases", everyMs: minuteMs / 4, run: beatAll },
      { name: "housekeeping", everyMs: minuteMs, run },
      {
        name: "schedules",
        everyMs: minuteMs,
        run: () => schedules.fireDue((id) => syncOnSchedule({ ...deps, offered }, id)),
      },
      // Last, so that what the others brought about is told in the same round.
      { name: "deliveries", everyMs: minuteMs, run: () => drain(drainLimitMs) },
    ],
  };
}
