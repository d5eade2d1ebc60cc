import { crashPoint } from "../kernel/crash-point.ts";
import { attemptDelivery, type AttemptContext, type DeliveryContext } from "./attempt-delivery.ts";
import { busyEndpoints } from "./busy-endpoints.ts";
import { claimDeliveries, type ClaimedDelivery } from "./claim-deliveries.ts";
import { EndpointRota } from "./endpoint-rota.ts";
import { EndpointSecrets } from "./endpoint-secrets.ts";
import { ResultBook } from "./result-book.ts";
import { throughOutage } from "./through-outage.ts";

export interface DrainLimits {
  /** Attempts under way at once; those that hang cost a slot and little else. */
  concurrency: number;
  /** Of one endpoint. Not more than the sender has sockets for it. */
  perEndpoint: number;
  /** Lookup, connection, request and answer together. */
  attemptMs: number;
  /** After the last attempt: writing down and hanging up. */
  closingMs: number;
  /** How long a database may be away before the drain gives up. */
  outageMs: number;
}

export const drainLimits: DrainLimits = {
  concurrency: 128,
  perEndpoint: 4,
  attemptMs: 10_000,
  closingMs: 5_000,
  outageMs: 20_000,
};

export interface DrainReport {
  claimed: number;
  delivered: number;
  retried: number;
  failed: number;
  /** Results that came after the claim was over: somebody else has the delivery. */
  outdated: number;
}

/** How often it is looked who else has something due, while there is work under way. */
const lookEveryMs = 200;
/** Free slots are filled together, unless that would let them stand empty for longer than this. */
const fillAt = 32;
const fillEveryMs = 20;

/**
 * Delivers what is due until nothing is, or until there is no time left for a whole attempt. Any
 * number of drains may run at once. A receiver that hangs holds its own few slots and no others.
 */
export async function drainDeliveries(
  ctx: DeliveryContext,
  remainingMs: () => number,
  limits: DrainLimits = drainLimits,
): Promise<DrainReport> {
  const drain = new Drain(ctx, remainingMs, limits);
  try {
    await drain.run();
  } finally {
    await drain.close();
    ctx.sender.closeIdle();
  }
  return drain.report();
}

class Drain {
  readonly #ctx: AttemptContext;
  readonly #remainingMs: () => number;
  readonly #limits: DrainLimits;
  readonly #rota: EndpointRota;
  readonly #book: ResultBook;
  readonly #counts = { claimed: 0, delivered: 0, pending: 0, failed: 0 };
  readonly #underWay = new Set<Promise<void>>();
  #lookedAt = -Infinity;
  #filledAt = -Infinity;
  #wake: () => void = () => undefined;

  constructor(ctx: DeliveryContext, remainingMs: () => number, limits: DrainLimits) {
    this.#ctx = { ...ctx, secrets: new EndpointSecrets(ctx.vault) };
    this.#remainingMs = remainingMs;
    this.#limits = limits;
    this.#rota = new EndpointRota(limits.perEndpoint);
    this.#book = new ResultBook(ctx, limits.outageMs);
  }

  async run(): Promise<void> {
    while (this.#hasTime()) {
      const looked = await this.#look();
      await this.#fill();
      if (this.#underWay.size > 0) await this.#untilSomethingEnds();
      else if (looked && this.#rota.isEmpty) return;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#underWay);
    await this.#book.close();
    if (this.#book.failure !== null) throw this.#book.failure;
  }

  report(): DrainReport {
    const { claimed, delivered, pending, failed } = this.#counts;
    return { claimed, delivered, retried: pending, failed, outdated: this.#book.outdated };
  }

  #hasTime(): boolean {
    return this.#remainingMs() > this.#limits.attemptMs + this.#limits.closingMs;
  }

  async #look(): Promise<boolean> {
    const now = performance.now();
    const idle = this.#underWay.size === 0 && this.#rota.isEmpty;
    if (!idle && now - this.#lookedAt < lookEveryMs) return false;
    this.#lookedAt = now;
    this.#rota.add(await this.#throughOutage(() => busyEndpoints(this.#ctx)));
    return true;
  }

  async #fill(): Promise<void> {
    const asked = this.#rota.take(this.#free);
    if (asked.length === 0) return;
    this.#filledAt = performance.now();
    // A claim whose answer was lost is given back when its lease is over.
    const claimed = await this.#throughOutage(() => claimDeliveries(this.#ctx, asked));
    crashPoint("webhooks.after_claim");
    const given = new Map<string, number>();
    for (const delivery of claimed) {
      given.set(delivery.endpointId, (given.get(delivery.endpointId) ?? 0) + 1);
      this.#start(delivery);
    }
    this.#rota.putBack(asked, given);
    this.#counts.claimed += claimed.length;
  }

  get #free(): number {
    return this.#limits.concurrency - this.#underWay.size;
  }

  #start(delivery: ClaimedDelivery): void {
    this.#rota.began(delivery.endpointId);
    const attempt = attemptDelivery(this.#ctx, delivery, this.#limits.attemptMs).then((result) => {
      this.#counts[result.status] += 1;
      this.#rota.ended(delivery.endpointId, result.error === "timeout");
      this.#book.add(result);
      this.#underWay.delete(attempt);
      if (this.#free >= fillAt || this.#underWay.size === 0) this.#wake();
    });
    this.#underWay.add(attempt);
  }

  /** Until a claim is worth its while: enough slots are free, or it is time to look again. */
  async #untilSomethingEnds(): Promise<void> {
    const canFill = this.#free > 0 && this.#rota.hasRoom;
    if (canFill && this.#free >= fillAt) return;
    const now = performance.now();
    const fillIn = canFill ? this.#filledAt + fillEveryMs - now : Infinity;
    const waitMs = Math.min(fillIn, this.#lookedAt + lookEveryMs - now);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, waitMs));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #throughOutage<T>(work: () => Promise<T>): Promise<T> {
    const spare = this.#remainingMs() - this.#limits.attemptMs - this.#limits.closingMs;
    return throughOutage(Math.min(this.#limits.outageMs, spare), work);
  }
}
