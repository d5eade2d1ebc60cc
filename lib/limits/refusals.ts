import type { Clock } from "#lib/kernel/clock.ts";
import type { Caller } from "./caller.ts";

/** Refusals of one key that are recorded one by one, in a minute. */
export const recordedRefusalsPerMinute = 60;

type Key = Pick<Caller, "organizationId" | "keyId" | "scopes">;

/** The refusals of a key in one minute that were counted and not recorded one by one. */
export interface CountedRefusals {
  key: Key;
  at: Date;
  calls: number;
}

/**
 * A program that repeats what is refused must not fill the audit: beyond so many in a minute its
 * refusals become one row with their number. Counted in this process alone.
 */
export class Refusals {
  readonly #clock: Clock;
  #minute = 0;
  readonly #byKey = new Map<string, { key: Key; calls: number }>();
  #past: CountedRefusals[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether this refusal is to be recorded itself. */
  isRecorded({ organizationId, keyId, scopes }: Key): boolean {
    this.#turn();
    const key = { organizationId, keyId, scopes };
    const counted = this.#byKey.get(keyId) ?? { key, calls: 0 };
    counted.calls += 1;
    this.#byKey.set(keyId, counted);
    return counted.calls <= recordedRefusalsPerMinute;
  }

  /** Those of minutes that are over, each once. What cannot be written comes with the next. */
  takePast(): CountedRefusals[] {
    this.#turn();
    const past = this.#past;
    this.#past = [];
    return past;
  }

  putOff(counted: CountedRefusals): void {
    this.#past.push(counted);
  }

  #turn(): void {
    const now = this.#clock.now();
    const minute = Math.floor(now.getTime() / 60_000);
    if (minute === this.#minute) return;
    this.#minute = minute;
    for (const { key, calls } of this.#byKey.values()) {
      const more = calls - recordedRefusalsPerMinute;
      if (more > 0) this.#past.push({ key, at: now, calls: more });
    }
    this.#byKey.clear();
  }
}
