import type { SystemContext } from "../db/context.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import type { DeliveryResult } from "./attempt-delivery.ts";
import { recordResults } from "./record-results.ts";
import { throughOutage } from "./through-outage.ts";

const most = 500;

/**
 * Collects results while earlier ones are written down: one statement at a time, in the order in
 * which they came, the more at once the busier it is.
 */
export class ResultBook {
  readonly #ctx: SystemContext;
  readonly #outageMs: number;
  #open: DeliveryResult[] = [];
  #writing: Promise<void> | null = null;
  /** What could not be written down. The leases bring those deliveries again. */
  failure: unknown = null;
  outdated = 0;

  constructor(ctx: SystemContext, outageMs: number) {
    this.#ctx = ctx;
    this.#outageMs = outageMs;
  }

  add(result: DeliveryResult): void {
    this.#open.push(result);
    this.#writing ??= this.#write();
  }

  /** Resolves when everything that was added is written down or given up. */
  async close(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #write(): Promise<void> {
    // What ends in the same moment goes along.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    while (this.#open.length > 0) await this.#record(this.#open.splice(0, most));
    this.#writing = null;
  }

  async #record(results: DeliveryResult[]): Promise<void> {
    const { log } = this.#ctx;
    crashPoint("webhooks.before_record");
    try {
      // Twice is as good as once: what is written already is no longer delivering.
      const written = await throughOutage(this.#outageMs, () => recordResults(this.#ctx, results));
      this.outdated += results.length - written.results;
      for (const endpoint of written.disabled) log.warn("webhooks.endpoint_disabled", { endpoint });
    } catch (error) {
      this.failure ??= error;
      log.error("webhooks.results_lost", { results: results.length, error });
    }
    crashPoint("webhooks.after_record");
  }
}
