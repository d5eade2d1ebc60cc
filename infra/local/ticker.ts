import type { Clock } from "#lib/kernel/clock.ts";
import type { Log } from "#lib/kernel/log.ts";

export interface Task {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

export interface Ticker {
  /** Runs what has become due, and ends when it has ended. */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;

/** The scheduler of local mode: one task at a time, never the same one twice at once. */
export function startTicker(tasks: readonly Task[], clock: Clock, log: Log): Ticker {
  const dueAt = new Map(tasks.map((task) => [task.name, clock.now().getTime() + task.everyMs]));
  let running: Promise<void> = Promise.resolve();

  async function runAll(): Promise<void> {
    for (const task of tasks) {
      const now = clock.now().getTime();
      if ((dueAt.get(task.name) ?? 0) > now) continue;
      dueAt.set(task.name, now + task.everyMs);
      await task.run().catch((error: unknown) => {
        log.error("ticker.task_failed", { task: task.name, error });
      });
    }
  }

  const runDue = (): Promise<void> => {
    running = running.then(runAll);
    return running;
  };
  const timer = setInterval(() => void runDue(), lookEveryMs);
  return {
    runDue,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
