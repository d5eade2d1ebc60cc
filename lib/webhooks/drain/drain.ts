import { crashPoint } from "../../kernel/crash-point.ts";
import { attemptDelivery, type AttemptContext, type DeliveryContext } from "./attempt.ts";
import { busyEndpoints } from "./claim.ts";
import { BusyLook } from "./turns.ts";
import { claimDeliveries, type ClaimedDelivery } from "./claim.ts";
import { ClaimPace } from "./turns.ts";
import { drainLimits, type DrainLimits } from "./policy.ts";
import { EndpointRota } from "./turns.ts";
import { EndpointSecrets } from "./secrets.ts";
import { giveBack } from "./release.ts";
import { HeldDeliveries } from "./turns.ts";
import { ResultBook } from "./record.ts";
import { throughOutage } from "./outage.ts";

export interface DrainReport {
  claimed: number;
  delivered: number;
  retried: number;
  failed: number;
  /** Results that came after the claim was over: somebody else has the delivery. */
  outdated: number;
}

/** Claims are made together, unless that would let slots stand empty for longer than this. */
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
  readonly #look: BusyLook;
  readonly #book: ResultBook;
  readonly #pace = new ClaimPace();
  readonly #held = new HeldDeliveries();
  readonly #counts = { claimed: 0, delivered: 0, pending: 0, failed: 0 };
  readonly #underWay = new Set<Promise<void>>();
  /** What could not be given back: the leases do it. */
  #failure: unknown = null;
  #filledAt = -Infinity;
  #wake: () => void = () => undefined;

  constructor(ctx: DeliveryContext, remainingMs: () => number, limits: DrainLimits) {
    this.#ctx = { ...ctx, secrets: new EndpointSecrets(ctx.vault) };
    this.#remainingMs = remainingMs;
    this.#limits = limits;
    this.#rota = new EndpointRota(limits.perEndpoint);
    this.#look = new BusyLook(async () => {
      this.#rota.add(await this.#throughOutage(() => busyEndpoints(ctx)));
      this.#wake();
    });
    this.#book = new ResultBook(ctx, limits.outageMs);
  }

  async run(): Promise<void> {
    while (this.#hasTime()) {
      const stale = this.#held.takeStale(this.#ctx.clock.now());
      // Those behind them were kept from being begun, and no attempt may be left to begin them.
      this.#startHeld();
      await this.#giveBack(stale);
      const isIdle = this.#underWay.size === 0 && this.#rota.isEmpty;
      if (isIdle) await this.#look.atOnce();
      else this.#look.beside();
      await this.#fill();
      if (this.#underWay.size > 0) await this.#untilSomethingEnds();
      else if (isIdle && this.#rota.isEmpty && this.#held.size === 0) return;
    }
  }

  async close(): Promise<void> {
    const givenBack = this.#giveBack(this.#held.takeAll());
    await Promise.all([givenBack, this.#look.close(), ...this.#underWay]);
    await this.#book.close();
    const failure = this.#book.failure ?? this.#failure ?? this.#look.failure;
    if (failure !== null) throw failure;
  }

  report(): DrainReport {
    const { claimed, delivered, pending, failed } = this.#counts;
    return { claimed, delivered, retried: pending, failed, outdated: this.#book.outdated };
  }

  #hasTime(): boolean {
    return this.#remainingMs() > this.#limits.attemptMs + this.#limits.closingMs;
  }

  /** The free slots, and so many more as will be free before the next claim. */
  async #fill(): Promise<void> {
    if (!this.#rota.hasRoom || this.#pace.isEnough(this.#held.size)) return;
    const asked = this.#rota.take(this.#free + this.#pace.next(this.#held.size));
    this.#filledAt = performance.now();
    if (asked.length === 0) return;
    // A claim whose answer was lost is given back when its lease is over.
    const claimed = await this.#throughOutage(() => claimDeliveries(this.#ctx, asked));
    crashPoint("webhooks.after_claim");
    const given = new Map<string, number>();
    for (const { endpointId } of claimed) {
      given.set(endpointId, (given.get(endpointId) ?? 0) + 1);
      this.#rota.began(endpointId);
    }
    this.#rota.putBack(asked, given);
    this.#counts.claimed += claimed.length;
    // Nothing is sent for a spent one, and it cannot be given back.
    for (const delivery of claimed.filter(({ spent }) => spent)) this.#start(delivery);
    this.#held.add(
      claimed.filter(({ spent }) => !spent),
      this.#ctx.clock.now(),
    );
    this.#startHeld();
  }

  get #free(): number {
    return this.#limits.concurrency - this.#underWay.size;
  }

  get #isClaimDue(): boolean {
    return this.#free >= fillAt || this.#pace.isDue(this.#held.size);
  }

  #startHeld(): void {
    while (this.#free > 0 && this.#hasTime()) {
      const delivery = this.#held.take(this.#ctx.clock.now());
      if (delivery === null) return;
      this.#start(delivery);
    }
  }

  #start(delivery: ClaimedDelivery): void {
    const attempt = attemptDelivery(this.#ctx, delivery, this.#limits.attemptMs).then((result) => {
      this.#counts[result.status] += 1;
      this.#rota.ended(delivery.endpointId, result.error === "timeout");
      this.#held.ended(delivery.endpointId);
      this.#pace.ended();
      this.#book.add(result);
      this.#underWay.delete(attempt);
      this.#startHeld();
      if (this.#isClaimDue || this.#underWay.size === 0) this.#wake();
    });
    this.#underWay.add(attempt);
  }

  /** Until a claim is worth its while: enough slots are free, or it is time to look again. */
  async #untilSomethingEnds(): Promise<void> {
    const canFill = this.#rota.hasRoom && !this.#pace.isEnough(this.#held.size);
    if (canFill && this.#isClaimDue) return;
    const now = performance.now();
    const fillIn = canFill ? this.#filledAt + fillEveryMs - now : Infinity;
    const waitMs = Math.min(fillIn, this.#look.dueInMs);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, waitMs));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** They were no attempts: nothing of them is counted. */
  async #giveBack(deliveries: ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    this.#counts.claimed -= deliveries.length;
    this.#pace.tooMany();
    for (const { endpointId } of deliveries) this.#rota.gaveBack(endpointId);
    try {
      await throughOutage(this.#limits.outageMs, () => giveBack(this.#ctx, deliveries));
    } catch (error) {
      this.#failure ??= error;
      this.#ctx.log.error("webhooks.not_given_back", { deliveries: deliveries.length, error });
    }
  }

  #throughOutage<T>(work: () => Promise<T>): Promise<T> {
    const spare = this.#remainingMs() - this.#limits.attemptMs - this.#limits.closingMs;
    return throughOutage(Math.min(this.#limits.outageMs, spare), work);
  }
}
