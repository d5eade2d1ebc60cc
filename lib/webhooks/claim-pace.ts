const fewest = 32;
const most = 128;
/** So many times what has ended since the last claim is not worth holding. */
const growth = 4;

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
    return held > this.#ahead / 2;
  }

  /** At a claim: more than the last time if nothing is left of it, fewer if most of it is. */
  next(held: number): number {
    if (held === 0) this.#ahead = Math.min(most, 2 * this.#ahead);
    if (this.isEnough(held)) this.#ahead = Math.max(fewest, this.#ahead / 2);
    const ahead = Math.min(this.#ahead, growth * this.#ended);
    this.#ended = 0;
    return ahead;
  }
}
