import type { ClaimedDelivery } from "./claim.ts";
import { holdMs } from "./policy.ts";

interface Waiting {
  delivery: ClaimedDelivery;
  since: Date;
}

/** Claimed deliveries that wait for a slot, in order of arrival per endpoint. */
export class ClaimedQueue {
  readonly #perEndpoint: number;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #begun = new Map<string, number>();
  /** The most that an endpoint had in progress at once: that many connections to it are open. */
  readonly #connected = new Map<string, number>();
  // Whose turn it is: endpoints with nothing in progress, with a free connection, with neither.
  // Kept up to date to avoid searching: a drain starts thousands a second.
  readonly #idle = new Set<string>();
  readonly #reusing = new Set<string>();
  readonly #connecting = new Set<string>();
  #size = 0;

  constructor(perEndpoint: number) {
    this.#perEndpoint = perEndpoint;
  }

  get size(): number {
    return this.#size;
  }

  add(deliveries: readonly ClaimedDelivery[], now: Date): void {
    for (const delivery of deliveries) {
      const waiting = this.#waiting.get(delivery.endpointId) ?? [];
      waiting.push({ delivery, since: now });
      this.#keep(delivery.endpointId, waiting);
    }
    this.#size += deliveries.length;
  }

  /**
   * The next one to start, unless it has waited too long: preferably one whose endpoint is idle,
   * then one with a free connection. One that needs an additional connection only if `mayConnect`:
   * by the time it is made, another has usually become free.
   */
  take(now: Date, mayConnect: boolean): ClaimedDelivery | null {
    const turns = [this.#idle, this.#reusing, mayConnect ? this.#connecting : nobody];
    const [endpointId] = turns.find(({ size }) => size > 0) ?? nobody;
    if (endpointId === undefined) return null;
    const [next, ...others] = this.#waiting.get(endpointId) ?? [];
    if (next === undefined || isStale(next, now)) return null;
    this.#size -= 1;
    this.#count(endpointId, 1);
    this.#keep(endpointId, others);
    return next.delivery;
  }

  ended(endpointId: string): void {
    this.#count(endpointId, -1);
    this.#keep(endpointId, this.#waiting.get(endpointId) ?? []);
  }

  takeStale(now: Date): ClaimedDelivery[] {
    return this.#takeIf((one) => isStale(one, now));
  }

  takeAll(): ClaimedDelivery[] {
    return this.#takeIf(() => true);
  }

  #takeIf(isTaken: (one: Waiting) => boolean): ClaimedDelivery[] {
    const taken: ClaimedDelivery[] = [];
    for (const [endpointId, waiting] of this.#waiting) {
      const left = waiting.filter((one) => !isTaken(one));
      if (left.length === waiting.length) continue;
      taken.push(...waiting.filter(isTaken).map(({ delivery }) => delivery));
      this.#keep(endpointId, left);
    }
    this.#size -= taken.length;
    return taken;
  }

  #count(endpointId: string, change: number): void {
    const count = (this.#begun.get(endpointId) ?? 0) + change;
    if (count > 0) this.#begun.set(endpointId, count);
    if (count <= 0) this.#begun.delete(endpointId);
    if (count > this.#connectedTo(endpointId)) this.#connected.set(endpointId, count);
  }

  /** Sets what waits for an endpoint, and whether it is its turn. */
  #keep(endpointId: string, waiting: Waiting[]): void {
    if (waiting.length > 0) this.#waiting.set(endpointId, waiting);
    else this.#waiting.delete(endpointId);
    const begun = this.#begun.get(endpointId) ?? 0;
    const isWaiting = waiting.length > 0;
    const isBusy = isWaiting && begun > 0 && begun < this.#perEndpoint;
    const isOpen = begun < this.#connectedTo(endpointId);
    putIn(this.#idle, endpointId, isWaiting && begun === 0);
    putIn(this.#reusing, endpointId, isBusy && isOpen);
    putIn(this.#connecting, endpointId, isBusy && !isOpen);
  }

  #connectedTo(endpointId: string): number {
    return this.#connected.get(endpointId) ?? 0;
  }
}

const nobody: ReadonlySet<string> = new Set();

/** One that is already in keeps its place. */
function putIn(turns: Set<string>, endpointId: string, isIn: boolean): void {
  if (isIn) turns.add(endpointId);
  else turns.delete(endpointId);
}

function isStale({ since }: Waiting, now: Date): boolean {
  return now.getTime() - since.getTime() > holdMs;
}
