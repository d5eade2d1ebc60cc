import { createHash } from "node:crypto";
import { minuteMs } from "#lib/kernel/clock.ts";

const dayMinutes = 24 * 60;

export interface Timing {
  everyMinutes: number;
  /** Minutes after the beginning of the interval, different for each connection. */
  offset: number;
}

/** Spread by the connection's id, so that not all connections start at once. */
export function timingOf(connectionId: string, perDay: number): Timing {
  const everyMinutes = Math.floor(dayMinutes / perDay);
  const offset = createHash("sha256").update(connectionId).digest().readUInt32BE(0) % everyMinutes;
  return { everyMinutes, offset };
}

export function nextRun({ everyMinutes, offset }: Timing, now: Date): Date {
  const minutes = Math.floor(now.getTime() / minuteMs) - offset;
  const rounds = Math.floor(minutes / everyMinutes) + 1;
  return new Date((rounds * everyMinutes + offset) * minuteMs);
}

/** A registered schedule as stored on its connection. */
export function scheduleText({ everyMinutes, offset }: Timing): string {
  return `every ${everyMinutes} min at ${offset}`;
}

/**
 * The beginning of the schedule texts with one interval. The rest follows from the connection's id.
 */
export function everyText(perDay: number): string {
  return `every ${Math.floor(dayMinutes / perDay)} min at `;
}

/** SQL for the interval in minutes of a schedule stored in the column; null where nothing fires. */
export const everyMinutesIn = (column: string): string =>
  `substring(${column} from '^every ([0-9]+) min at ')::int`;

/** The same, while it is registered but paused. */
export const pausedText = "paused";
