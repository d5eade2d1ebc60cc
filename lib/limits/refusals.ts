import { minuteMs, type Clock } from "#lib/kernel/clock.ts";
import type { Caller } from "./caller.ts";

/** Refusals of one credential that are recorded one by one, per minute. */
export const recordedRefusalsPerMinute = 60;

type Refused = Pick<
  Caller,
  "organizationId" | "kind" | "id" | "scopes" | "connections" | "member" | "clientId"
>;

/** A caller's refusals in one minute that were counted and not recorded one by one. */
export interface CountedRefusals {
  caller: Refused;
  /** The end of the minute. */
  at: Date;
  calls: number;
}

/**
 * A program that repeats refused calls must not fill the audit: beyond so many per minute its
 * refusals become one row with their number. Counted per process.
 */
export class Refusals {
  readonly #clock: Clock;
  #minute = 0;
  readonly #byCaller = new Map<string, { caller: Refused; calls: number }>();
  #past: CountedRefusals[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether this refusal gets its own record. */
  isRecorded({
    organizationId,
    kind,
    id,
    scopes,
    connections,
    member,
    clientId,
  }: Refused): boolean {
    this.#turn();
    const caller = { organizationId, kind, id, scopes, connections, member, clientId };
    const name = `${organizationId} ${id}`;
    const counted = this.#byCaller.get(name) ?? { caller, calls: 0 };
    counted.calls += 1;
    this.#byCaller.set(name, counted);
    return counted.calls <= recordedRefusalsPerMinute;
  }

  /**
   * Returns the counts of past minutes, each once. What cannot be written is returned again later.
   */
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
    const minute = Math.floor(this.#clock.now().getTime() / minuteMs);
    if (minute === this.#minute) return;
    // Dated when they happened: the next call may be on another day.
    const at = new Date((this.#minute + 1) * minuteMs - 1);
    this.#minute = minute;
    for (const { caller, calls } of this.#byCaller.values()) {
      const more = calls - recordedRefusalsPerMinute;
      if (more > 0) this.#past.push({ caller, at, calls: more });
    }
    this.#byCaller.clear();
  }
}
