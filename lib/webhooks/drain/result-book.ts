import type { SystemContext } from "../../db/context.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import type { DeliveryResult } from "./attempt.ts";
import { recordResults } from "./record.ts";
import { throughOutage } from "./outage.ts";

const most = 500;
/** A result waits so long for others, unless there are enough: each statement has its price. */
const collectMs = 50;
const enough = 250;

/**
 * Collects results and writes them down in the order in which they came, one statement at a time,
 * the more at once the busier it is.
 */
export class ResultBook {
  readonly #ctx: SystemContext;
  readonly #outageMs: number;
  #open: DeliveryResult[] = [];
  #writing: Promise<void> | null = null;
  #closing = false;
  #collected: () => void = () => undefined;
  /** What could not be written down. The leases bring those deliveries again. */
  failure: unknown = null;
  outdated = 0;

  constructor(ctx: SystemContext, outageMs: number) {
    this.#ctx = ctx;
    this.#outageMs = outageMs;
  }

  add(result: DeliveryResult): void {
    this.#open.push(result);
    if (this.#open.length >= enough) this.#collected();
    this.#writing ??= this.#write();
  }

  /** Resolves when everything that was added is written down or given up. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#collected();
    while (this.#writing !== null) await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#open.length > 0) {
      await this.#collect();
      await this.#record(this.#open.splice(0, most));
    }
    this.#writing = null;
  }

  async #collect(): Promise<void> {
    if (this.#closing || this.#open.length >= enough) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, collectMs);
      this.#collected = () => {
        clearTimeout(timer);
        resolve();
      };
    });
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
