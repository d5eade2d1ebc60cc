import type { SystemContext } from "#lib/db/context.ts";
import { JobTakenOver, renewLease, type HeldJob } from "./held-job.ts";

/**
 * Often, since clocks differ: a worker whose own is 45 seconds ahead sees that much less of a lease,
 * and takes no living job although a beat was missed.
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
      // A database that is unreachable for a moment is no reason to stop: the lease outlives some beats.
      if (error instanceof JobTakenOver) lost.abort(error);
      else ctx.log.warn("sync.heartbeat_missed", { job: held.id, error });
    }
  };
  // A beat that waits for the job's row would be joined by the next, each on a connection of its own.
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
