import measuredBytes from "./bytes.json" with { type: "json" };

/**
 * Of a row with its indexes, as the service writes it: `npm run scale:measure` writes the file, and
 * `tests/contract/scale-bytes.test.ts` holds it to what is written today.
 */
export const bytes = measuredBytes;

export const seconds = {
  /** Assumed: of a browser, for a sync of a portal as slow as real ones. The sandbox's takes three. */
  sync: 30,
  /** Assumed: of a function, for a call with its way to a database elsewhere. */
  call: 0.15,
  /** Of the database's processor, for a stored read: `npm run bench -- execute.read`, 2026-11-22. */
  databaseRead: 0.002_61,
};

/** What we assume that a customer does; the figures of operations.md have a plan with more syncs. */
export const usage = {
  syncsPerDay: 2,
  /** In the first days of a month the one before is read too. */
  syncsPerFirstDay: 4,
  firstDays: 5,
  callsPerDay: 100,
  recordsPerMonth: 200,
  /** A busy hour against the mean of the first days. */
  busyFactor: 2,
};

/** USD, by the public list prices of November 2026 that `docs/operations.md` reckons with. */
export const prices = {
  browserGbSecond: 0.000_016_666_7,
  apiGbSecond: 0.000_013_333_4,
  functionRequest: 0.2 / 1e6,
  edgeRequest: 0.022 / 1e4 + 0.6 / 1e6 + 0.1 / 1e6,
  logGb: 0.5,
  outGb: 0.11,
  databaseUnitHour: 0.106,
  databaseGbMonth: 0.35,
};
