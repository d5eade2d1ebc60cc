import type { ClaimedDelivery, EndpointRoom } from "./claim.ts";

/**
 * Whose turn it is. Endpoints with something due wait in a row; each claim asks the first ones for
 * as many deliveries as they may have under way, and whoever has more goes to the end of the row.
 */
export class EndpointRota {
  readonly #perEndpoint: number;
  #row: string[] = [];
  readonly #underWay = new Map<string, number>();
  /** Let the last attempt run into its limit: one at a time, until one is answered. */
  readonly #slow = new Set<string>();

  constructor(perEndpoint: number) {
    this.#perEndpoint = perEndpoint;
  }

  get isEmpty(): boolean {
    return this.#row.length === 0;
  }

  get hasRoom(): boolean {
    return this.#row.some((id) => this.#roomOf(id) > 0);
  }

  /** Adds those that do not wait yet; who waits keeps the place. */
  add(endpointIds: readonly string[]): void {
    const waiting = new Set(this.#row);
    this.#row.push(...endpointIds.filter((id) => !waiting.has(id)));
  }

  /** As many endpoints as possible, and the rest of the capacity in equal parts. */
  take(capacity: number): EndpointRoom[] {
    const able = this.#row.filter((id) => this.#roomOf(id) > 0).slice(0, Math.max(0, capacity));
    const share = Math.floor(capacity / Math.max(1, able.length));
    const over = capacity - share * able.length;
    const taken = new Set(able);
    this.#row = this.#row.filter((id) => !taken.has(id));
    return able.map((id, at) => ({
      endpointId: id,
      room: Math.min(share + (at < over ? 1 : 0), this.#roomOf(id)),
    }));
  }

  /** Who gave all that was asked for may have more. */
  putBack(asked: readonly EndpointRoom[], given: ReadonlyMap<string, number>): void {
    const more = asked.filter(({ endpointId, room }) => (given.get(endpointId) ?? 0) >= room);
    this.add(more.map(({ endpointId }) => endpointId));
  }

  began(endpointId: string): void {
    this.#underWay.set(endpointId, (this.#underWay.get(endpointId) ?? 0) + 1);
  }

  ended(endpointId: string, wasSlow: boolean): void {
    const left = (this.#underWay.get(endpointId) ?? 1) - 1;
    if (left > 0) this.#underWay.set(endpointId, left);
    else this.#underWay.delete(endpointId);
    if (wasSlow) this.#slow.add(endpointId);
    else this.#slow.delete(endpointId);
  }

  /** It was claimed, and not begun. */
  gaveBack(endpointId: string): void {
    this.ended(endpointId, this.#slow.has(endpointId));
  }

  #roomOf(endpointId: string): number {
    const most = this.#slow.has(endpointId) ? 1 : this.#perEndpoint;
    return most - (this.#underWay.get(endpointId) ?? 0);
  }
}

/** How often it is looked who has something due, while there is work under way. */
const everyMs = 200;

/** Looks beside the work, so that no claim waits for it, or at once when there is none. */
export class BusyLook {
  readonly #look: () => Promise<void>;
  #running: Promise<void> | null = null;
  #at = -Infinity;
  /** Of a look beside the work. */
  failure: unknown = null;

  constructor(look: () => Promise<void>) {
    this.#look = look;
  }

  /** How long until it is time to look again. */
  get dueInMs(): number {
    return this.#running === null ? this.#at + everyMs - performance.now() : everyMs;
  }

  beside(): void {
    if (this.failure !== null) throw this.failure;
    if (this.dueInMs > 0) return;
    this.#running = this.#now()
      .catch((error: unknown) => {
        this.failure = error;
      })
      .finally(() => {
        this.#running = null;
      });
  }

  async atOnce(): Promise<void> {
    await this.#running;
    await this.#now();
  }

  /** Resolves when none is under way. */
  async close(): Promise<void> {
    await this.#running;
  }

  async #now(): Promise<void> {
    this.#at = performance.now();
    await this.#look();
  }
}

const fewest = 32;
const most = 320;
/** So many times what has ended since the last claim is not worth holding. */
const growth = 4;
/** Fewer are not worth a claim, while others are held. */
const worthClaiming = 64;

/**
 * How many deliveries are worth holding beside those under way, so that no slot waits for a claim:
 * many while receivers answer at once, none while they hang.
 */
export class ClaimPace {
  #ahead = most;
  #ended = 0;

  ended(): void {
    this.#ended += 1;
  }

  /** Some waited in vain. */
  tooMany(): void {
    this.#ahead = fewest;
  }

  /** Enough are held until the next claim, if none is made now. */
  isEnough(held: number): boolean {
    return held > this.#ahead * 0.75;
  }

  /** A claim takes its time: it is made while there is something left to begin meanwhile. */
  isDue(held: number): boolean {
    return this.#ended >= worthClaiming && !this.isEnough(held);
  }

  /** At a claim: how many to take beside those for free slots. Nothing was left: more than before. */
  next(held: number): number {
    if (held === 0) this.#ahead = Math.min(most, 2 * this.#ahead);
    const more = Math.min(this.#ahead - held, growth * this.#ended);
    this.#ended = 0;
    return Math.max(0, more);
  }
}

/** Far less than a lease, so that an attempt and its result have theirs nearly whole. */
const holdMs = 3_000;

/** Claimed deliveries that wait for a slot, in the order in which they came. */
export class HeldDeliveries {
  #row: { delivery: ClaimedDelivery; since: Date }[] = [];
  readonly #begun = new Map<string, number>();

  get size(): number {
    return this.#row.length;
  }

  add(deliveries: readonly ClaimedDelivery[], now: Date): void {
    for (const delivery of deliveries) this.#row.push({ delivery, since: now });
  }

  /**
   * The next one to begin, if it may yet wait: rather one whose endpoint has nothing under way,
   * for which a connection is open already.
   */
  take(now: Date): ClaimedDelivery | null {
    const [first] = this.#row;
    if (first === undefined || isStale(first, now)) return null;
    const idle = this.#row.findIndex(({ delivery }) => !this.#begun.has(delivery.endpointId));
    const [next = first] = this.#row.splice(Math.max(0, idle), 1);
    this.#count(next.delivery.endpointId, 1);
    return next.delivery;
  }

  ended(endpointId: string): void {
    this.#count(endpointId, -1);
  }

  takeStale(now: Date): ClaimedDelivery[] {
    const stale = this.#row.filter((one) => isStale(one, now));
    if (stale.length > 0) this.#row = this.#row.filter((one) => !isStale(one, now));
    return stale.map(({ delivery }) => delivery);
  }

  takeAll(): ClaimedDelivery[] {
    return this.#row.splice(0).map(({ delivery }) => delivery);
  }

  #count(endpointId: string, change: number): void {
    const count = (this.#begun.get(endpointId) ?? 0) + change;
    if (count > 0) this.#begun.set(endpointId, count);
    if (count <= 0) this.#begun.delete(endpointId);
  }
}

function isStale({ since }: { since: Date }, now: Date): boolean {
  return now.getTime() - since.getTime() > holdMs;
}
