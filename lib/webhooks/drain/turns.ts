import type { EndpointSlots } from "./claim.ts";
import { claiming } from "./policy.ts";

// Why a drain claims ahead, and what that costs.
//
// The simple way is to poll, claim as many deliveries as there are free slots, start them, and
// wait. While a claim runs, slots that become free stay empty: a claim is a transaction, which
// takes some 20 ms in a process busy with answers, and a healthy receiver answers in a few. Three
// classes keep the slots full meanwhile:
//
// - DuePoller asks what is due in the background. Waiting for it would delay all claims five times
//   a second.
// - ClaimSize says how many deliveries to claim in addition to those for free slots: as many as
//   will become free until the next claim has answered, judged by how fast the last ones ended.
//   None while receivers hang, since nothing ends.
// - ClaimedQueue (claimed-queue.ts) holds them until a slot is free. A delivery that waited for 3 s
//   is released, as if it had not been claimed: a claim has a lease, and an attempt needs nearly
//   all of it.
//
// EndpointTurns is needed in any case: it keeps an endpoint that hangs from taking all slots.
//
// With none claimed ahead the same deliveries take 1.1 to 1.3 times as long: docs/performance.md has
// the figures.
//
// To reconsider, measure `npm run bench -- drain.throughput drain.fairness` without the three. If
// the simple way equals the best peer, and a quiet endpoint waits at most twice as long next to one
// that hangs, remove them, along with release-claims.ts, `holdMs` and most of `claiming`.

/**
 * Whose turn it is. Endpoints with something due wait in line; each claim asks the first ones for
 * as many deliveries as they may have in progress, and those that have more go to the end of the
 * line.
 */
export class EndpointTurns {
  readonly #perEndpoint: number;
  #line: string[] = [];
  readonly #underWay = new Map<string, number>();
  /** The last attempt timed out: one at a time, until one is answered. */
  readonly #slow = new Set<string>();
  /** The last attempt ended in time, and nothing has waited in vain since. */
  readonly #prompt = new Set<string>();

  constructor(perEndpoint: number) {
    this.#perEndpoint = perEndpoint;
  }

  get isEmpty(): boolean {
    return this.#line.length === 0;
  }

  /** At least one endpoint in line may have another attempt. */
  get canTake(): boolean {
    return this.#line.some((id) => this.#freeOf(id) > 0);
  }

  /** Adds those that are not waiting yet; the others keep their places. */
  add(endpointIds: readonly string[]): void {
    const waiting = new Set(this.#line);
    this.#line.push(...endpointIds.filter((id) => !waiting.has(id)));
  }

  /** Serves as many endpoints as possible, and divides the remaining capacity evenly. */
  take(capacity: number): EndpointSlots[] {
    const able = this.#line.filter((id) => this.#freeOf(id) > 0).slice(0, Math.max(0, capacity));
    const share = Math.floor(capacity / Math.max(1, able.length));
    const over = capacity - share * able.length;
    const taken = new Set(able);
    this.#line = this.#line.filter((id) => !taken.has(id));
    return able.map((id, at) => ({
      endpointId: id,
      slots: Math.min(share + (at < over ? 1 : 0), this.#freeOf(id)),
    }));
  }

  /** An endpoint that yielded everything it was asked for may have more. */
  putBack(asked: readonly EndpointSlots[], claimed: ReadonlyMap<string, number>): void {
    const more = asked.filter(({ endpointId, slots }) => (claimed.get(endpointId) ?? 0) >= slots);
    this.add(more.map(({ endpointId }) => endpointId));
  }

  claimed(endpointId: string): void {
    this.#underWay.set(endpointId, (this.#underWay.get(endpointId) ?? 0) + 1);
  }

  ended(endpointId: string, wasSlow: boolean): void {
    const left = (this.#underWay.get(endpointId) ?? 1) - 1;
    if (left > 0) this.#underWay.set(endpointId, left);
    else this.#underWay.delete(endpointId);
    if (wasSlow) this.#slow.add(endpointId);
    else this.#slow.delete(endpointId);
    if (wasSlow) this.#prompt.delete(endpointId);
    else this.#prompt.add(endpointId);
  }

  /** A claimed delivery that was not started says nothing else about its endpoint. */
  released(endpointId: string): void {
    this.ended(endpointId, this.#slow.has(endpointId));
    this.#prompt.delete(endpointId);
  }

  #freeOf(endpointId: string): number {
    return this.#mostOf(endpointId) - (this.#underWay.get(endpointId) ?? 0);
  }

  /** For a prompt endpoint, more are claimed while it is busy, to wait for a slot. */
  #mostOf(endpointId: string): number {
    if (this.#slow.has(endpointId)) return 1;
    return this.#prompt.has(endpointId)
      ? claiming.roundsOfPrompt * this.#perEndpoint
      : this.#perEndpoint;
  }
}

/** Asks what is due while attempts are running, so that no claim waits for the answer. */
export class DuePoller {
  readonly #poll: () => Promise<void>;
  #running: Promise<void> | null = null;
  #at = -Infinity;
  /** From a poll that nobody waited for. */
  failure: unknown = null;

  constructor(poll: () => Promise<void>) {
    this.#poll = poll;
  }

  /** How long until the next poll is due. */
  get dueInMs(): number {
    const { pollEveryMs } = claiming;
    return this.#running === null ? this.#at + pollEveryMs - performance.now() : pollEveryMs;
  }

  /** Starts a poll if one is due; does not wait for it. */
  pollInBackground(): void {
    if (this.failure !== null) throw this.failure;
    if (this.dueInMs > 0) return;
    this.#running = this.#begin()
      .catch((error: unknown) => {
        this.failure = error;
      })
      .finally(() => {
        this.#running = null;
      });
  }

  async pollNow(): Promise<void> {
    await this.#running;
    await this.#begin();
  }

  /** Resolves when no poll is running. */
  async close(): Promise<void> {
    await this.#running;
  }

  async #begin(): Promise<void> {
    this.#at = performance.now();
    await this.#poll();
  }
}

/**
 * How many deliveries are worth claiming ahead of free slots, so that no slot waits for a claim:
 * many while receivers answer at once, none while they hang.
 */
export class ClaimSize {
  #ahead: number = claiming.mostAhead;
  #ended = 0;

  ended(): void {
    this.#ended += 1;
  }

  /** Some waited in vain. */
  wasTooMany(): void {
    this.#ahead = claiming.fewestAhead;
  }

  /** Enough are waiting to last until the claim after this one. */
  isEnough(waiting: number): boolean {
    return waiting > this.#ahead * 0.75;
  }

  /** A claim takes time: it is made while there is something left to start meanwhile. */
  isDue(waiting: number): boolean {
    return this.#ended >= claiming.endedBetween && !this.isEnough(waiting);
  }

  /**
   * How many to claim in addition to those for free slots. If none is left waiting, more than
   * before.
   */
  next(waiting: number): number {
    if (waiting === 0) this.#ahead = Math.min(claiming.mostAhead, 2 * this.#ahead);
    const more = Math.min(this.#ahead - waiting, claiming.aheadOfEnded * this.#ended);
    this.#ended = 0;
    return Math.max(0, more);
  }
}
