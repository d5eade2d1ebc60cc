import { hangsAfterMs, type DrainLimits } from "./policy.ts";

type SlotLimits = Pick<DrainLimits, "concurrency" | "mostHanging">;

/**
 * Slots for attempts. One that has not been answered for a while no longer counts: it costs a
 * socket and no work, and receivers that hang must not keep the others from theirs.
 */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #onFree: () => void;
  #taken = 0;
  #hanging = 0;

  constructor(limits: SlotLimits, onFree: () => void) {
    this.#limits = limits;
    this.#onFree = onFree;
  }

  get free(): number {
    const { concurrency, mostHanging } = this.#limits;
    return concurrency + Math.min(this.#hanging, mostHanging) - this.#taken;
  }

  /** Runs the work in a slot. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    let hangs = false;
    const timer = setTimeout(() => {
      hangs = true;
      this.#hanging += 1;
      this.#onFree();
    }, hangsAfterMs);
    this.#taken += 1;
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      this.#taken -= 1;
      if (hangs) this.#hanging -= 1;
    }
  }
}
