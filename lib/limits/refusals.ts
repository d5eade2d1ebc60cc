import type { Clock } from "#lib/kernel/clock.ts";
import type { Caller } from "./caller.ts";

/** Refusals of one credential that are recorded one by one, in a minute. */
export const recordedRefusalsPerMinute = 60;

type Refused = Pick<
  Caller,
  "organizationId" | "kind" | "id" | "scopes" | "connections" | "member" | "clientId"
>;

/** The refusals of a caller in one minute that were counted and not recorded one by one. */
export interface CountedRefusals {
  caller: Refused;
  /** The end of the minute. */
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
  readonly #byCaller = new Map<string, { caller: Refused; calls: number }>();
  #past: CountedRefusals[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether this refusal is to be recorded itself. */
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
    const minute = Math.floor(this.#clock.now().getTime() / 60_000);
    if (minute === this.#minute) return;
    // Of when they were: the next call may be of another day.
    const at = new Date((this.#minute + 1) * 60_000 - 1);
    this.#minute = minute;
    for (const { caller, calls } of this.#byCaller.values()) {
      const more = calls - recordedRefusalsPerMinute;
      if (more > 0) this.#past.push({ caller, at, calls: more });
    }
    this.#byCaller.clear();
  }
}
