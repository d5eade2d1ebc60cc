import { alarm } from "./alarm.ts";
import { api } from "./api.ts";
import { dashboard } from "./dashboard.ts";
import { drain } from "./drain-deliveries.ts";
import { emissionWorker } from "./emission-worker.ts";
import { housekeeping } from "./housekeeping.ts";
import { isAsleep } from "./stage.ts";
import { syncWorker } from "./sync-worker.ts";

const expected = [
  ["DrainStopped", drain],
  ["HousekeepingStopped", housekeeping],
] as const;

for (const [name, each] of isAsleep ? [] : expected) {
  // They run every minute: after five minutes without a run, events and lost jobs are stuck.
  alarm({
    name,
    metric: of(each, "Invocations"),
    when: "below",
    threshold: 1,
    periods: 5,
    silenceIsAlarm: true,
  });
}

for (const [name, each] of [
  ["DrainFailing", drain],
  ["HousekeepingFailing", housekeeping],
] as const) {
  // The next minute makes up for a failed one; three in a row are not bad luck.
  alarm({ name, metric: of(each, "Errors"), when: "above", threshold: 0, periods: 3 });
}

// The workers catch a portal's errors, so what is left is a crash, memory or the time limit. Counted over a longer
// period, because where jobs are rare no three minutes in a row have one.
for (const [name, each] of [
  ["SyncWorkerCrashing", syncWorker],
  ["EmissionWorkerCrashing", emissionWorker],
] as const) {
  alarm({
    name,
    metric: of(each, "Errors"),
    when: "above",
    threshold: 2,
    periodSeconds: 900,
    periods: 1,
  });
}

for (const [name, each] of [
  ["Api", api],
  ["Dashboard", dashboard],
] as const) {
  // Every answer of ours has a status; this one means that the function could not answer.
  alarm({
    name: `${name}Crashing`,
    metric: of(each, "Errors"),
    when: "above",
    threshold: 1,
    periodSeconds: 900,
    periods: 1,
  });
  // All its concurrent copies are busy, or the account has none left, so callers are turned away.
  alarm({
    name: `${name}Throttled`,
    metric: of(each, "Throttles"),
    when: "above",
    threshold: 0,
    periods: 2,
  });
}

function of(each: sst.aws.Function, metricName: string) {
  return {
    namespace: "AWS/Lambda",
    metricName,
    dimensions: { FunctionName: each.name },
    statistic: "Sum",
  } as const;
}
