/** The one source of time. Tests and local mode move it; nothing else reads the machine's. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Kept from the start: local mode shows a library another `Date`, which follows the clock below. */
const machineNow = Date.now;

/** Runs along with the machine's clock from a chosen instant; moves forward only. */
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

  /** From whatever it is now: an instant that was looked up before may be past by a hair. */
  advance(milliseconds: number): void {
    if (milliseconds < 0) throw new RangeError("the clock only moves forward");
    this.#offsetMs += milliseconds;
  }
}

/** Elapsed whole milliseconds of real time: a moved clock does not stretch a latency. */
export function startTimer(): () => number {
  const startedAt = performance.now();
  return () => Math.round(performance.now() - startedAt);
}
