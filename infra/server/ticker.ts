import type { Clock } from "#lib/kernel/clock.ts";
import type { Log } from "#lib/kernel/log.ts";

export interface Task {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

export interface Ticker {
  /** Every task once, whenever it ran last, until it has ended: for a clock that was moved. */
  runAll(): Promise<void>;
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;

/** The scheduler where the cloud's is not: one task at a time, never the same one twice at once. */
export function startTicker(
  tasks: readonly Task[],
  clock: Clock,
  log: Log,
  first: "now" | "later" = "later",
): Ticker {
  const startsIn = (task: Task): number => (first === "now" ? 0 : task.everyMs);
  const dueAt = new Map(tasks.map((task) => [task.name, clock.now().getTime() + startsIn(task)]));
  let running: Promise<void> = Promise.resolve();

  async function run(which: "due" | "all"): Promise<void> {
    for (const task of tasks) {
      const now = clock.now().getTime();
      if (which === "due" && (dueAt.get(task.name) ?? 0) > now) continue;
      dueAt.set(task.name, now + task.everyMs);
      await task.run().catch((error: unknown) => {
        log.error("ticker.task_failed", { task: task.name, error });
      });
    }
  }

  const next = (which: "due" | "all"): Promise<void> => {
    running = running.then(() => run(which));
    return running;
  };
  const timer = setInterval(() => void next("due"), lookEveryMs);
  return {
    runAll: () => next("all"),
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
