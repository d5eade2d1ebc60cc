import type { EndpointRoom } from "./claim.ts";

/**
 * Whose turn it is. Endpoints with something due wait in a row; each claim asks the first ones for
 * as many deliveries as they may have under way, and whoever has more goes to the end of the row.
 */
export class EndpointRota {
  readonly #perEndpoint: number;
  #row: string[] = [];
  readonly #underWay = new Map<string, number>();
  /** Let the last attempt run into its limit: one at a time, until one is answered. */
  readonly #slow = new Set<string>();

  constructor(perEndpoint: number) {
    this.#perEndpoint = perEndpoint;
  }

  get isEmpty(): boolean {
    return this.#row.length === 0;
  }

  get hasRoom(): boolean {
    return this.#row.some((id) => this.#roomOf(id) > 0);
  }

  /** Adds those that do not wait yet; who waits keeps the place. */
  add(endpointIds: readonly string[]): void {
    const waiting = new Set(this.#row);
    this.#row.push(...endpointIds.filter((id) => !waiting.has(id)));
  }

  /** As many endpoints as possible, and the rest of the capacity in equal parts. */
  take(capacity: number): EndpointRoom[] {
    const able = this.#row.filter((id) => this.#roomOf(id) > 0).slice(0, Math.max(0, capacity));
    const share = Math.floor(capacity / Math.max(1, able.length));
    const over = capacity - share * able.length;
    const taken = new Set(able);
    this.#row = this.#row.filter((id) => !taken.has(id));
    return able.map((id, at) => ({
      endpointId: id,
      room: Math.min(share + (at < over ? 1 : 0), this.#roomOf(id)),
    }));
  }

  /** Who gave all that was asked for may have more. */
  putBack(asked: readonly EndpointRoom[], given: ReadonlyMap<string, number>): void {
    const more = asked.filter(({ endpointId, room }) => (given.get(endpointId) ?? 0) >= room);
    this.add(more.map(({ endpointId }) => endpointId));
  }

  began(endpointId: string): void {
    this.#underWay.set(endpointId, (this.#underWay.get(endpointId) ?? 0) + 1);
  }

  ended(endpointId: string, wasSlow: boolean): void {
    const left = (this.#underWay.get(endpointId) ?? 1) - 1;
    if (left > 0) this.#underWay.set(endpointId, left);
    else this.#underWay.delete(endpointId);
    if (wasSlow) this.#slow.add(endpointId);
    else this.#slow.delete(endpointId);
  }

  /** It was claimed, and not begun. */
  gaveBack(endpointId: string): void {
    this.ended(endpointId, this.#slow.has(endpointId));
  }

  #roomOf(endpointId: string): number {
    const most = this.#slow.has(endpointId) ? 1 : this.#perEndpoint;
    return most - (this.#underWay.get(endpointId) ?? 0);
  }
}
