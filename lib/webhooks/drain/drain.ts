import { crashPoint } from "#lib/kernel/crash-point.ts";
import { attemptDelivery, type AttemptContext, type DeliveryContext } from "./attempt.ts";
import { busyEndpoints, claimDeliveries, type ClaimedDelivery } from "./claim.ts";
import { ClaimSize } from "./claim-size.ts";
import { ClaimedQueue } from "./claimed-queue.ts";
import { DuePoller } from "./due-poller.ts";
import { EndpointTurns } from "./endpoint-turns.ts";
import { throughOutage } from "./outage.ts";
import { claiming, drainLimits, type DrainLimits } from "./policy.ts";
import { ResultWriter } from "./record.ts";
import { releaseClaims } from "./release-claims.ts";
import { EndpointSecrets } from "./secrets.ts";
import { Slots } from "./slots.ts";

export interface DrainReport {
  claimed: number;
  delivered: number;
  retried: number;
  failed: number;
  /** Results after the end of their claim: another drain has the delivery. */
  outdated: number;
}

/**
 * Delivers until nothing is due, or there is no time left for a whole attempt. Any number of drains
 * may run at once. A receiver that hangs occupies a few slots, and each only for a moment.
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

/** One loop: claim, and wait until a claim is worthwhile. README.md has the states it moves. */
class Drain {
  readonly #ctx: AttemptContext;
  readonly #remainingMs: () => number;
  readonly #limits: DrainLimits;
  readonly #turns: EndpointTurns;
  readonly #poller: DuePoller;
  readonly #writer: ResultWriter;
  readonly #claimSize = new ClaimSize();
  readonly #queue: ClaimedQueue;
  readonly #counts = { claimed: 0, delivered: 0, pending: 0, failed: 0 };
  readonly #slots: Slots;
  readonly #underWay = new Set<Promise<void>>();
  /** What could not be released: the end of its lease releases it. */
  #failure: unknown = null;
  /** When a slot that is still free may be used for an additional connection. */
  #connectsAt = Infinity;
  /** Ends the loop's one wait; README.md says when. */
  #wake: () => void = () => undefined;

  constructor(ctx: DeliveryContext, remainingMs: () => number, limits: DrainLimits) {
    this.#ctx = { ...ctx, secrets: new EndpointSecrets(ctx.vault) };
    this.#remainingMs = remainingMs;
    this.#limits = limits;
    this.#turns = new EndpointTurns(limits.perEndpoint);
    this.#queue = new ClaimedQueue(limits.perEndpoint);
    this.#slots = new Slots(limits, () => this.#wake());
    this.#poller = new DuePoller(async () => {
      this.#turns.add(await this.#throughOutage(() => busyEndpoints(ctx)));
      this.#wake();
    });
    this.#writer = new ResultWriter(ctx, limits.outageMs);
  }

  async run(): Promise<void> {
    while (this.#hasTime()) {
      const stale = this.#queue.takeStale(this.#ctx.clock.now());
      // They blocked those behind them, and there may be no attempt left whose end would start
      // these.
      this.#startWaiting();
      await this.#release(stale);
      const isIdle = this.#underWay.size === 0 && this.#turns.isEmpty;
      if (isIdle) await this.#poller.pollNow();
      else this.#poller.pollInBackground();
      await this.#fill();
      if (this.#underWay.size > 0) await this.#untilSomethingEnds();
      else if (isIdle && this.#turns.isEmpty && this.#queue.size === 0) return;
    }
  }

  async close(): Promise<void> {
    const released = this.#release(this.#queue.takeAll());
    await Promise.all([released, this.#poller.close(), ...this.#underWay]);
    await this.#writer.close();
    const failure = this.#writer.failure ?? this.#failure ?? this.#poller.failure;
    if (failure !== null) throw failure;
  }

  report(): DrainReport {
    const { claimed, delivered, pending, failed } = this.#counts;
    return { claimed, delivered, retried: pending, failed, outdated: this.#writer.outdated };
  }

  #hasTime(): boolean {
    return this.#remainingMs() > this.#limits.attemptMs + this.#limits.closingMs;
  }

  /** Fills the free slots, and as many more as will be free before the next claim. */
  async #fill(): Promise<void> {
    if (!this.#turns.canTake || this.#claimSize.isEnough(this.#queue.size)) return;
    const asked = this.#turns.take(this.#slots.free + this.#claimSize.next(this.#queue.size));
    if (asked.length === 0) return;
    // A claim whose answer was lost is released when its lease is over.
    const claimed = await this.#throughOutage(() => claimDeliveries(this.#ctx, asked));
    crashPoint("webhooks.after_claim");
    const claimedOf = new Map<string, number>();
    for (const { endpointId } of claimed) {
      claimedOf.set(endpointId, (claimedOf.get(endpointId) ?? 0) + 1);
      this.#turns.claimed(endpointId);
    }
    this.#turns.putBack(asked, claimedOf);
    this.#counts.claimed += claimed.length;
    // Nothing is sent for a spent one, and it cannot be released.
    for (const delivery of claimed.filter(({ spent }) => spent)) this.#start(delivery);
    this.#queue.add(
      claimed.filter(({ spent }) => !spent),
      this.#ctx.clock.now(),
    );
    this.#startWaiting();
  }

  get #isClaimDue(): boolean {
    return this.#slots.free >= claiming.freeSlots || this.#claimSize.isDue(this.#queue.size);
  }

  #startWaiting(): void {
    const now = performance.now();
    const mayConnect = now >= this.#connectsAt;
    while (this.#slots.free > 0 && this.#hasTime()) {
      const delivery = this.#queue.take(this.#ctx.clock.now(), mayConnect);
      if (delivery === null) break;
      this.#start(delivery);
    }
    const isSpare = this.#slots.free > 0 && this.#queue.size > 0;
    const since = mayConnect ? Infinity : this.#connectsAt;
    this.#connectsAt = isSpare ? Math.min(since, now + claiming.connectAfterMs) : Infinity;
  }

  #start(delivery: ClaimedDelivery): void {
    const attempted = this.#slots.hold(() =>
      attemptDelivery(this.#ctx, delivery, this.#limits.attemptMs),
    );
    const attempt = attempted.then((result) => {
      this.#counts[result.status] += 1;
      this.#turns.ended(delivery.endpointId, result.error === "timeout");
      if (!delivery.spent) this.#queue.ended(delivery.endpointId);
      this.#claimSize.ended();
      this.#writer.add(result);
      this.#underWay.delete(attempt);
      this.#startWaiting();
      if (this.#isClaimDue || this.#underWay.size === 0) this.#wake();
    });
    this.#underWay.add(attempt);
  }

  /** Waits until a claim is worthwhile: enough slots are free, or a poll is due. */
  async #untilSomethingEnds(): Promise<void> {
    const canFill = this.#turns.canTake && !this.#claimSize.isEnough(this.#queue.size);
    if (canFill && this.#isClaimDue) return;
    const now = performance.now();
    const fillIn = canFill ? this.#claimSize.dueInMs : Infinity;
    const waitMs = Math.min(fillIn, this.#connectsAt - now, this.#poller.dueInMs);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, waitMs));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** They were not attempted: nothing of them is counted. */
  async #release(deliveries: ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    this.#counts.claimed -= deliveries.length;
    this.#claimSize.wasTooMany();
    for (const { endpointId } of deliveries) this.#turns.released(endpointId);
    try {
      await throughOutage(this.#limits.outageMs, () => releaseClaims(this.#ctx, deliveries));
    } catch (error) {
      this.#failure ??= error;
      this.#ctx.log.error("webhooks.not_released", { deliveries: deliveries.length, error });
    }
  }

  #throughOutage<T>(work: () => Promise<T>): Promise<T> {
    const spare = this.#remainingMs() - this.#limits.attemptMs - this.#limits.closingMs;
    return throughOutage(Math.min(this.#limits.outageMs, spare), work);
  }
}
