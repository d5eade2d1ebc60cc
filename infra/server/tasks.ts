import { createDrain } from "#functions/workers/create-drain.ts";
import { createHousekeeping } from "#functions/workers/create-housekeeping.ts";
import { indicatorChore } from "#functions/workers/indicator-chore.ts";
import { mailChore } from "#functions/workers/mail-chore.ts";
import { beatAll } from "#lib/jobs/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { fireDueSchedules, rowSchedules } from "#lib/schedules/index.ts";
import { asSystem, type ServerDeps } from "./deps.ts";
import type { Task } from "./ticker.ts";

/** The deployed drain's own limit. */
const drainLimitMs = 60_000;

/** Ordered so that each task produces work for the next. */
export const taskNames = ["housekeeping", "schedules", "deliveries"] as const;
export type TaskName = (typeof taskNames)[number];

/** What the cloud's scheduler runs, and what its schedules send. Safe on several servers at once. */
export function serverTasks(deps: ServerDeps): Record<TaskName, Task> {
  const keeper = { ...deps, db: deps.keeperDb };
  const runChores = createHousekeeping({
    ...keeper,
    schedules: rowSchedules,
    chores: [indicatorChore(keeper, deps.indicatorProvider), mailChore(keeper)],
  });
  const offered = (connector: string) => deps.catalogue.manifestOf(connector)?.alcances ?? [];
  const system = asSystem(deps);
  const drain = createDrain(system);
  const everyMinute = (name: TaskName, task: Task["run"]): Task => ({
    name,
    everyMs: minuteMs,
    run: task,
  });
  return {
    housekeeping: everyMinute("housekeeping", async () => {
      // A clock that jumped must not make this process's own workers look dead.
      await beatAll();
      await runChores();
    }),
    schedules: everyMinute("schedules", () => fireDueSchedules({ ...system, offered })),
    deliveries: everyMinute("deliveries", (stopping) => drain(drainLimitMs, stopping)),
  };
}
