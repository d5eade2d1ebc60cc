import type { Clock } from "#lib/kernel/clock.ts";
import type { Log } from "#lib/kernel/log.ts";

export interface Task {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

interface Ticker {
  /** Runs it once, whenever it ran last, until it has ended: for a clock that was moved. */
  runNow(): Promise<void>;
  stop(): Promise<void>;
}

const checkEveryMs = 1_000;

/** The scheduler where the cloud's is not: a task at once and then in its rhythm, never twice at once. */
export function startTicker(task: Task, clock: Clock, log: Log): Ticker {
  let dueAt = clock.now().getTime();
  let running: Promise<void> = Promise.resolve();

  async function run(isForced: boolean): Promise<void> {
    const now = clock.now().getTime();
    if (!isForced && dueAt > now) return;
    dueAt = now + task.everyMs;
    await task.run().catch((error: unknown) => {
      log.error("ticker.task_failed", { task: task.name, error });
    });
  }

  const next = (isForced: boolean): Promise<void> => {
    running = running.then(() => run(isForced));
    return running;
  };
  const timer = setInterval(() => void next(false), checkEveryMs);
  return {
    runNow: () => next(true),
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
