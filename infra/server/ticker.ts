import { isRecent, type Clock } from "#lib/kernel/clock.ts";
import type { Log } from "#lib/kernel/log.ts";

export interface Task {
  name: string;
  everyMs: number;
  /** `stopping`: from then on it begins nothing more, and ends what it has begun. */
  run(stopping: AbortSignal): Promise<unknown>;
}

export interface TaskState {
  /** Null until it has succeeded once. */
  succeededAt: Date | null;
  failures: number;
}

interface Ticker {
  readonly state: Readonly<TaskState>;
  /** Runs it once, whenever it ran last, until it has ended: for a clock that was moved. */
  runNow(): Promise<void>;
  stop(): Promise<void>;
}

const checkEveryMs = 1_000;

/** Replaces the cloud's scheduler: a task runs at once, then periodically, never twice at once. */
export function startTicker(task: Task, clock: Clock, log: Log): Ticker {
  let ranAt = -Infinity;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const state: TaskState = { succeededAt: null, failures: 0 };

  async function run(isForced: boolean): Promise<void> {
    const now = clock.now().getTime();
    if (!isForced && isRecent(ranAt, now, task.everyMs)) return;
    ranAt = now;
    try {
      await task.run(stopping.signal);
      state.succeededAt = clock.now();
    } catch (error) {
      state.failures += 1;
      log.error("ticker.task_failed", { task: task.name, error });
    }
  }

  const next = (isForced: boolean): Promise<void> => {
    running = running.then(() => run(isForced));
    return running;
  };
  const timer = setInterval(() => void next(false), checkEveryMs);
  return {
    state,
    runNow: () => next(true),
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
