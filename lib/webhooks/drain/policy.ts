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
