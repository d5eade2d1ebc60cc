import measuredBytes from "./bytes.json" with { type: "json" };

/**
 * Bytes per row with its indexes, as the service writes it. `npm run scale:measure` writes the file, and
 * `tests/contract/scale-bytes.test.ts` compares it with what is written today.
 */
export const bytes = measuredBytes;

export const seconds = {
  /** Assumed browser time for a sync, if the portal is as slow as real ones. The sandbox's takes three. */
  sync: 30,
  /** Assumed function time for a call, with a database on another machine. */
  call: 0.15,
  /** The database's processor time for a stored read: `npm run bench -- execute.read`, 2026-11-22. */
  databaseRead: 0.002_61,
};

/** Assumed use by a customer; the figures in operations.md assume a plan with more syncs. */
export const usage = {
  syncsPerDay: 2,
  /** In the first days of a month the previous one is read too. */
  syncsPerFirstDay: 4,
  firstDays: 5,
  callsPerDay: 100,
  recordsPerMonth: 200,
  /** A busy hour, relative to the mean of the first days. */
  busyFactor: 2,
};

/** USD, at the public list prices of November 2026 that `docs/operations.md` uses. */
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
