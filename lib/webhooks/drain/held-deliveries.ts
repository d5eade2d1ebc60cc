import type { ClaimedDelivery } from "./claim.ts";

/** Far less than a lease, so that an attempt and its result have theirs nearly whole. */
const holdMs = 3_000;

/** Claimed deliveries that wait for a slot, in the order in which they came. */
export class HeldDeliveries {
  #row: { delivery: ClaimedDelivery; since: Date }[] = [];
  readonly #begun = new Map<string, number>();

  get size(): number {
    return this.#row.length;
  }

  add(deliveries: readonly ClaimedDelivery[], now: Date): void {
    for (const delivery of deliveries) this.#row.push({ delivery, since: now });
  }

  /**
   * The next one to begin, if it may yet wait: rather one whose endpoint has nothing under way,
   * for which a connection is open already.
   */
  take(now: Date): ClaimedDelivery | null {
    const [first] = this.#row;
    if (first === undefined || isStale(first, now)) return null;
    const idle = this.#row.findIndex(({ delivery }) => !this.#begun.has(delivery.endpointId));
    const [next = first] = this.#row.splice(Math.max(0, idle), 1);
    this.#count(next.delivery.endpointId, 1);
    return next.delivery;
  }

  ended(endpointId: string): void {
    this.#count(endpointId, -1);
  }

  takeStale(now: Date): ClaimedDelivery[] {
    const stale = this.#row.filter((one) => isStale(one, now));
    if (stale.length > 0) this.#row = this.#row.filter((one) => !isStale(one, now));
    return stale.map(({ delivery }) => delivery);
  }

  takeAll(): ClaimedDelivery[] {
    return this.#row.splice(0).map(({ delivery }) => delivery);
  }

  #count(endpointId: string, change: number): void {
    const count = (this.#begun.get(endpointId) ?? 0) + change;
    if (count > 0) this.#begun.set(endpointId, count);
    if (count <= 0) this.#begun.delete(endpointId);
  }
}

function isStale({ since }: { since: Date }, now: Date): boolean {
  return now.getTime() - since.getTime() > holdMs;
}
