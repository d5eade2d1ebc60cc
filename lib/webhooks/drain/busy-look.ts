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
