import { networkOfCaller } from "#lib/egress/index.ts";
import { isRecent, minuteMs, type Clock } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Log } from "#lib/kernel/log.ts";

/** How many failures an address may have per minute: invalid bearers, links that do not exist. */
export const failuresPerMinute = 60;

/** A flood from everywhere takes no more memory than this. */
const mostKept = 10_000;

/**
 * A caller without a credential costs almost nothing: after so many failures of its address, the
 * rest of the minute is refused without a statement. Counted per process.
 */
export class Failures {
  readonly #clock: Clock;
  readonly #log: Log;
  #minute = 0;
  readonly #byAddress = new Map<string, number>();
  readonly #byHint = new Map<string, number>();
  /** Bearers that a lookup found valid, by hash, and when. */
  readonly #passed = new Map<string, number>();

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Throws for an address that has used up its minute, unless the bearer was valid within the last
   * one.
   */
  check(address: string | null, bearer: Buffer | null = null): void {
    const now = this.#turn();
    const network = networkOfCaller(address);
    const count = network === null ? 0 : (this.#byAddress.get(network) ?? 0);
    if (count < failuresPerMinute || (bearer !== null && this.hasPassed(bearer))) return;
    throw new AppError("rate_limited", {
      details: {
        bound: "failures_per_minute",
        limit: failuresPerMinute,
        retryAfterSeconds: Math.ceil((minuteMs - (now % minuteMs)) / 1000),
      },
    });
  }

  /** `hint`: the end of a refused key's text, which tells a person whose program is wrong. */
  failed(address: string | null, refused: { bearer: Buffer | null; hint: string } | null): void {
    this.#turn();
    const network = networkOfCaller(address);
    if (network !== null) count(this.#byAddress, network);
    if (refused === null) return;
    count(this.#byHint, refused.hint);
    if (refused.bearer !== null) this.#passed.delete(idOf(refused.bearer));
  }

  /**
   * A bearer valid within the minute is let through, and still looked up: a revocation applies at
   * once.
   */
  passed(bearer: Buffer): void {
    const id = idOf(bearer);
    const [oldest] = this.#passed.keys();
    if (this.#passed.size >= mostKept && oldest !== undefined) this.#passed.delete(oldest);
    this.#passed.set(id, this.#clock.now().getTime());
  }

  hasPassed(bearer: Buffer): boolean {
    const at = this.#passed.get(idOf(bearer));
    return at !== undefined && isRecent(at, this.#clock.now().getTime(), minuteMs);
  }

  /** A new minute starts at zero, and logs what was refused in the one before. */
  #turn(): number {
    const now = this.#clock.now().getTime();
    const minute = Math.floor(now / minuteMs);
    if (minute === this.#minute) return now;
    if (this.#byHint.size > 0) {
      this.#log.warn("bearers.refused", { by_hint: Object.fromEntries(this.#byHint) });
    }
    this.#minute = minute;
    this.#byAddress.clear();
    this.#byHint.clear();
    return now;
  }
}

function idOf(bearer: Buffer): string {
  return bearer.toString("base64");
}

function count(counts: Map<string, number>, name: string): void {
  const before = counts.get(name);
  if (before === undefined && counts.size >= mostKept) return;
  counts.set(name, (before ?? 0) + 1);
}
