import type { EventData } from "./generated/events.ts";

export interface WebhookEvent<T extends string = string, D = Record<string, unknown>> {
  /** `whev_…`, the same for every attempt: ignore one you have already seen. */
  id: string;
  type: T;
  /** When the event happened, ISO 8601. */
  timestamp: string;
  data: D;
}

/** An event of a known type: check its `type`, and `data` has that type's fields. */
export type ConnectEvent = {
  [T in keyof EventData]: WebhookEvent<T, EventData[T]>;
}[keyof EventData];
