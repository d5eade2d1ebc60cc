import { claiming } from "./policy.ts";

/**
 * How many deliveries are worth claiming ahead of free slots, so that no slot waits for a claim:
 * many while receivers answer at once, none while they hang.
 */
export class ClaimSize {
  #ahead: number = claiming.mostAhead;
  #ended = 0;
  #claimedAt = -Infinity;

  ended(): void {
    this.#ended += 1;
  }

  /** How long until few free slots are worth a claim too. */
  get dueInMs(): number {
    return this.#claimedAt + claiming.fillEveryMs - performance.now();
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
    this.#claimedAt = performance.now();
    if (waiting === 0) this.#ahead = Math.min(claiming.mostAhead, 2 * this.#ahead);
    const more = Math.min(this.#ahead - waiting, claiming.aheadOfEnded * this.#ended);
    this.#ended = 0;
    return Math.max(0, more);
  }
}
