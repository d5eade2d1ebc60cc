/**
 * What a service of one connection writes and takes, measured once by hand: no script measures it anew.
 * Bytes are those of a row with its indexes, read from `pg_total_relation_size`.
 */
export const bytes = { record: 1_227, call: 353, job: 688, event: 759, delivery: 900 };

export const seconds = {
  /** Of a browser, for a sync of a portal as slow as real ones: the sandbox's takes three. */
  sync: 30,
  /** Of a function, for a call. */
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
