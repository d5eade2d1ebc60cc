import { browserLimits, workersAtOnce } from "#infra/aws/browser.ts";
import { auditKeptMonths } from "#lib/audit/index.ts";
import { bytes, prices, seconds, usage } from "./measured.ts";

const days = 30;
const daySeconds = 24 * 3600;
const GB = 1e9;
/** Jobs and events are dropped after three months; rows and calls after the longest term. */
const jobMonths = 3;
/** A call's log line and its answer. */
const logBytes = 2_000;
const answerBytes = 5_000;
/** The cost without customers, as in `docs/operations.md`: drain, housekeeping, metrics, alarms, firewall, key. */
export const fixedUsd = 42.27;
/** The smallest database that never sleeps and answers within a call's time. */
const leastUnits = 0.5;

interface Scale {
  connections: number;
  browsers: { mean: number; firstDays: number; busy: number };
  jobsPerMonth: number;
  callsPerSecond: number;
  gbPerMonth: { calls: number; records: number; jobs: number; deliveries: number };
  /** Stored bytes once every retention term has run once. */
  storedGb: number;
  usd: { browsers: number; calls: number; database: number; fixed: number };
}

/** A month with this many connections and one endpoint each. */
export function reckon(connections: number): Scale {
  const { syncsPerDay, syncsPerFirstDay, firstDays, callsPerDay, recordsPerMonth } = usage;
  const atOnce = (perDay: number): number => (connections * perDay * seconds.sync) / daySeconds;
  const jobsPerMonth =
    connections * (syncsPerDay * (days - firstDays) + syncsPerFirstDay * firstDays);
  const callsPerMonth = connections * callsPerDay * days;
  const callsPerSecond = (connections * callsPerDay) / daySeconds;
  const gbPerMonth = {
    calls: (callsPerMonth * bytes.call) / GB,
    records: (connections * recordsPerMonth * bytes.record) / GB,
    jobs: (jobsPerMonth * (bytes.job + bytes.event)) / GB,
    deliveries: (jobsPerMonth * bytes.delivery) / GB,
  };
  const storedGb =
    (gbPerMonth.calls + gbPerMonth.records) * auditKeptMonths +
    (gbPerMonth.jobs + gbPerMonth.deliveries) * jobMonths;
  return {
    connections,
    browsers: {
      mean: atOnce(syncsPerDay),
      firstDays: atOnce(syncsPerFirstDay),
      busy: atOnce(syncsPerFirstDay) * usage.busyFactor,
    },
    jobsPerMonth,
    callsPerSecond,
    gbPerMonth,
    storedGb,
    usd: {
      browsers:
        jobsPerMonth * seconds.sync * (browserLimits.memoryMb / 1024) * prices.browserGbSecond,
      calls: callsPerMonth * callUsd(),
      database: databaseUsd(callsPerSecond, storedGb),
      fixed: fixedUsd,
    },
  };
}

function callUsd(): number {
  const { apiGbSecond, functionRequest, edgeRequest, logGb, outGb } = prices;
  const passing = (logBytes * logGb + answerBytes * outGb) / GB;
  return seconds.call * apiGbSecond + functionRequest + edgeRequest + passing;
}

function databaseUsd(callsPerSecond: number, storedGb: number): number {
  // Four times the mean, for busy hours and writes.
  const units = Math.max(leastUnits, callsPerSecond * seconds.databaseRead * 4);
  return units * days * 24 * prices.databaseUnitHour + storedGb * prices.databaseGbMonth;
}

/** The number of connections that keep a stage's workers busy: over the month, and in its first days. */
export function workersFullAt(): { mean: number; firstDays: number } {
  const perDay = (workersAtOnce["sync-worker"] * daySeconds) / seconds.sync;
  return { mean: perDay / usage.syncsPerDay, firstDays: perDay / usage.syncsPerFirstDay };
}
