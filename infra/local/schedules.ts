import type { Clock } from "#lib/kernel/clock.ts";
import type { Schedule, Schedules } from "#lib/platform/schedules.ts";

export interface LocalSchedules extends Schedules {
  /** Fires what has become due: once, however many rounds a moved clock has skipped. */
  fireDue(fire: (connectionId: string) => Promise<void>): Promise<void>;
}

/** Kept in memory: local mode registers every connection again when it starts. */
export function localSchedules(clock: Clock): LocalSchedules {
  const entries = new Map<string, Schedule & { next: number; paused: boolean }>();
  return {
    put: async (schedule) => {
      const next = schedule.firstAt.getTime();
      entries.set(schedule.connectionId, { ...schedule, next, paused: false });
    },
    pause: async ({ connectionId }) => {
      const entry = entries.get(connectionId);
      if (entry !== undefined) entry.paused = true;
    },
    remove: async (connectionId) => {
      entries.delete(connectionId);
    },
    fireDue: async (fire) => {
      const now = clock.now().getTime();
      for (const entry of entries.values()) {
        if (entry.paused || entry.next > now) continue;
        const everyMs = entry.everyMinutes * 60_000;
        entry.next += (Math.floor((now - entry.next) / everyMs) + 1) * everyMs;
        await fire(entry.connectionId);
      }
    },
  };
}
