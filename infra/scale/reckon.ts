import { browserLimits, workersAtOnce } from "#infra/aws/browser.ts";
import { auditKeptMonths } from "#lib/audit/index.ts";
import { bytes, prices, seconds, usage } from "./measured.ts";

const days = 30;
const daySeconds = 24 * 3600;
const GB = 1e9;
/** Jobs and events go after three months; rows and calls after the longest term. */
const jobMonths = 3;
/** A call's line in the log and its answer. */
const logBytes = 2_000;
const answerBytes = 5_000;
/** What is there without a customer, as `docs/operations.md` has it: drain, housekeeping, metrics, alarms, wall, key. */
export const fixedUsd = 42.27;
/** The smallest database that never sleeps and answers within a call's time. */
const leastUnits = 0.5;

interface Scale {
  connections: number;
  browsers: { mean: number; firstDays: number; busy: number };
  jobsPerMonth: number;
  callsPerSecond: number;
  gbPerMonth: { calls: number; records: number; jobs: number; deliveries: number };
  /** When every term has run once: what is stored from then on. */
  storedGb: number;
  usd: { browsers: number; calls: number; database: number; fixed: number };
}

/** A month of so many connections, with one endpoint each. */
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
  // Four times the mean: hours of work, and what is written.
  const units = Math.max(leastUnits, callsPerSecond * seconds.databaseRead * 4);
  return units * days * 24 * prices.databaseUnitHour + storedGb * prices.databaseGbMonth;
}

/** So many connections keep all workers busy that a stage has by itself: over the month, in its first days. */
export function workersFullAt(): { mean: number; firstDays: number } {
  const perDay = (workersAtOnce["sync-worker"] * daySeconds) / seconds.sync;
  return { mean: perDay / usage.syncsPerDay, firstDays: perDay / usage.syncsPerFirstDay };
}
