import { claiming } from "./policy.ts";

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
