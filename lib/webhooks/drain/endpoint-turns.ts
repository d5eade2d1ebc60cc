import type { EndpointSlots } from "./claim.ts";
import { claiming } from "./policy.ts";

/**
 * Whose turn it is. Endpoints with something due wait in line; each claim asks the first ones for
 * as many deliveries as they may have in progress, and those that have more go to the end of the
 * line.
 */
export class EndpointTurns {
  readonly #perEndpoint: number;
  #line: string[] = [];
  readonly #underWay = new Map<string, number>();
  /** The last attempt timed out: one at a time, until one is answered. */
  readonly #slow = new Set<string>();
  /** The last attempt ended in time, and nothing has waited in vain since. */
  readonly #prompt = new Set<string>();

  constructor(perEndpoint: number) {
    this.#perEndpoint = perEndpoint;
  }

  get isEmpty(): boolean {
    return this.#line.length === 0;
  }

  /** At least one endpoint in line may have another attempt. */
  get canTake(): boolean {
    return this.#line.some((id) => this.#freeOf(id) > 0);
  }

  /** Adds those that are not waiting yet; the others keep their places. */
  add(endpointIds: readonly string[]): void {
    const waiting = new Set(this.#line);
    this.#line.push(...endpointIds.filter((id) => !waiting.has(id)));
  }

  /** Serves as many endpoints as possible, and divides the remaining capacity evenly. */
  take(capacity: number): EndpointSlots[] {
    const able = this.#line.filter((id) => this.#freeOf(id) > 0).slice(0, Math.max(0, capacity));
    const share = Math.floor(capacity / Math.max(1, able.length));
    const over = capacity - share * able.length;
    const taken = new Set(able);
    this.#line = this.#line.filter((id) => !taken.has(id));
    return able.map((id, at) => ({
      endpointId: id,
      slots: Math.min(share + (at < over ? 1 : 0), this.#freeOf(id)),
    }));
  }

  /** An endpoint that yielded everything it was asked for may have more. */
  putBack(asked: readonly EndpointSlots[], claimed: ReadonlyMap<string, number>): void {
    const more = asked.filter(({ endpointId, slots }) => (claimed.get(endpointId) ?? 0) >= slots);
    this.add(more.map(({ endpointId }) => endpointId));
  }

  claimed(endpointId: string): void {
    this.#underWay.set(endpointId, (this.#underWay.get(endpointId) ?? 0) + 1);
  }

  ended(endpointId: string, wasSlow: boolean): void {
    const left = (this.#underWay.get(endpointId) ?? 1) - 1;
    if (left > 0) this.#underWay.set(endpointId, left);
    else this.#underWay.delete(endpointId);
    if (wasSlow) this.#slow.add(endpointId);
    else this.#slow.delete(endpointId);
    if (wasSlow) this.#prompt.delete(endpointId);
    else this.#prompt.add(endpointId);
  }

  /** A claimed delivery that was not started says nothing else about its endpoint. */
  released(endpointId: string): void {
    this.ended(endpointId, this.#slow.has(endpointId));
    this.#prompt.delete(endpointId);
  }

  #freeOf(endpointId: string): number {
    return this.#mostOf(endpointId) - (this.#underWay.get(endpointId) ?? 0);
  }

  /** For a prompt endpoint, more are claimed while it is busy, to wait for a slot. */
  #mostOf(endpointId: string): number {
    if (this.#slow.has(endpointId)) return 1;
    return this.#prompt.has(endpointId)
      ? claiming.roundsOfPrompt * this.#perEndpoint
      : this.#perEndpoint;
  }
}
