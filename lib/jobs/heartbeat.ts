import type { SystemContext } from "#lib/db/context.ts";
import { JobTakenOver, renewLease, type HeldJob } from "./held-job.ts";

/**
 * Often, since clocks differ: to a worker whose clock is 45 seconds ahead a lease seems that much
 * shorter, and it must not take a live job even if a beat was missed.
 */
export const beatEveryMs = 5_000;

interface Heartbeat {
  /** Aborted when the job was taken over: the worker then stops where it is. */
  signal: AbortSignal;
  stop(): void;
}

const beating = new Set<() => Promise<void>>();

/** When the clock jumps, the leases of this process's workers move with it. */
export async function beatAll(): Promise<void> {
  await Promise.all([...beating].map((beat) => beat()));
}

export function startHeartbeat(ctx: SystemContext, held: HeldJob): Heartbeat {
  const lost = new AbortController();
  const beat = async (): Promise<void> => {
    try {
      await renewLease(ctx, held);
    } catch (error) {
      // A briefly unreachable database is no reason to stop: the lease outlasts some missed beats.
      if (error instanceof JobTakenOver) lost.abort(error);
      else ctx.log.warn("sync.heartbeat_missed", { job: held.id, error });
    }
  };
  // Otherwise a beat that waits for the job's row would be joined by the next, each on its own
  // connection.
  let waits = false;
  const beatAlone = async (): Promise<void> => {
    if (waits) return;
    waits = true;
    await beat();
    waits = false;
  };
  const timer = setInterval(() => void beatAlone(), beatEveryMs);
  beating.add(beat);
  return {
    signal: lost.signal,
    stop: () => {
      clearInterval(timer);
      beating.delete(beat);
    },
  };
}
