/**
 * The only source of time. Tests and local mode move it; nothing else reads the machine's clock.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Saved at start: local mode gives a library another `Date`, which follows the clock below. */
const machineNow = Date.now;

/** Starts at a chosen instant and runs with the machine's clock; moves forward only. */
export class MovableClock implements Clock {
  #offsetMs = 0;

  now(): Date {
    return new Date(machineNow() + this.#offsetMs);
  }

  moveTo(instant: Date): void {
    const aheadMs = instant.getTime() - this.now().getTime();
    if (aheadMs < 0) throw new RangeError("the clock only moves forward");
    this.#offsetMs += aheadMs;
  }

  /** Relative to the present instant: one that was looked up before may be slightly past. */
  advance(milliseconds: number): void {
    if (milliseconds < 0) throw new RangeError("the clock only moves forward");
    this.#offsetMs += milliseconds;
  }
}

/**
 * Whether something happened within the last `ms`, as a process remembers it. What lies ahead is not
 * recent: the machine's clock was set back since, maybe by a day.
 */
export function isRecent(at: number, now: number, ms: number): boolean {
  return at <= now && now - at < ms;
}

/** Elapsed whole milliseconds of real time: a moved clock does not stretch a latency. */
export function startTimer(): () => number {
  const startedAt = performance.now();
  return () => Math.round(performance.now() - startedAt);
}

/** In milliseconds, as instants and timers are counted. A term is a multiple of one: `7 * dayMs`. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
