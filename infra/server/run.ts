import { createApi } from "#functions/api/app.ts";
import { createDashboard } from "#functions/dashboard/app.ts";
import { createEmissionWorker } from "#functions/workers/create-emission-worker.ts";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import type { OpenPortal } from "#lib/jobs/index.ts";
import { asSystem, type ServerDeps } from "./deps.ts";
import type { Parts } from "./endings.ts";
import { listen } from "./listen.ts";
import { oneDoor } from "./one-door.ts";
import type { Queues } from "./queues.ts";
import { serverTasks, taskNames, type TaskName } from "./tasks.ts";
import { startTicker, type TaskState } from "./ticker.ts";
import { startWorkers } from "./workers.ts";

export interface RunSettings {
  port: number;
  host?: string;
  /** How many of each kind of job run at once. */
  browsers: { sync: number; emission: number };
  /** How long calls in progress may take when it stops. */
  finishCallsMs: number;
}

export interface Running {
  port: number;
  /** The last result of each task of every minute. */
  tasks: Readonly<Record<string, Readonly<TaskState>>>;
  /** Runs each of these once, in order, whenever it ran last: for a clock that was moved. */
  runTasks(names?: readonly TaskName[]): Promise<void>;
  /** Takes no new work, and resolves when what is running has finished: for all of them together. */
  parts: Parts;
}

/** The deployed handlers in one process: calls, jobs, and the tasks of every minute. */
export async function run(
  deps: ServerDeps & { openPortal: OpenPortal; chromiumPath?: string | undefined },
  queues: Queues,
  { port, host, browsers, finishCallsMs }: RunSettings,
): Promise<Running> {
  const api = await listen(oneDoor(createApi(deps), createDashboard(deps.dashboard)), port, host);
  const tasks = serverTasks(deps);
  // Separate tasks: a drain with much to send must not delay the schedules.
  const tickers = new Map(
    taskNames.map((name) => [name, startTicker(tasks[name], deps.clock, deps.log)]),
  );
  const system = asSystem(deps);
  const { log } = system;
  const syncing = startWorkers(createSyncWorker(system), {
    queue: queues.syncs,
    browsers: browsers.sync,
    log,
  });
  const emitting = startWorkers(createEmissionWorker(system), {
    queue: queues.emissions,
    browsers: browsers.emission,
    log,
  });
  return {
    port: api.port,
    tasks: Object.fromEntries([...tickers].map(([name, { state }]) => [name, state])),
    runTasks: async (names = taskNames) => {
      for (const name of names) await tickers.get(name)?.runNow();
    },
    // Together: a call in progress may wait for a running worker.
    parts: {
      "calls being answered": () => api.close(finishCallsMs),
      "syncs at work": () => syncing.stop(),
      "emissions at work": () => emitting.stop(),
      ...Object.fromEntries([...tickers].map(([name, ticker]) => [name, () => ticker.stop()])),
    },
  };
}
