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
