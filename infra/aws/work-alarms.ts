import { alarm } from "./alarm.ts";
import { metricsNamespace } from "./stage.ts";

// A delivery is due within a minute; five minutes mean that the drain is not running, or cannot keep up.
alarm({
  name: "DeliveriesLate",
  metric: { namespace: metricsNamespace, metricName: "OldestDueDelivery", statistic: "Maximum" },
  when: "above",
  threshold: 300,
  periods: 3,
});

// One document with an unknown outcome is one too many.
alarm({
  name: "EmissionOutcomeUnknown",
  metric: { namespace: metricsNamespace, metricName: "EmissionsUnknown", statistic: "Maximum" },
  when: "above",
  threshold: 0,
  periods: 1,
});

// A week past its term: more rows expire than an hourly run prunes, or a row blocks it.
alarm({
  name: "PruningBehind",
  metric: { namespace: metricsNamespace, metricName: "TablesBehind", statistic: "Maximum" },
  when: "above",
  threshold: 0,
  periodSeconds: 3_600,
  periods: 2,
});

// Once a day and on request: finds what no customer has met yet.
alarm({
  name: "SmokeFailed",
  metric: { namespace: metricsNamespace, metricName: "SmokePartsFailed", statistic: "Maximum" },
  when: "above",
  threshold: 0,
  periods: 1,
});

for (const worker of ["sync", "emission"]) {
  // The browser takes 180 MB of 2 GB: with less than this left, jobs leave files behind.
  alarm({
    name: worker === "sync" ? "SyncDiskFull" : "EmissionDiskFull",
    metric: {
      namespace: metricsNamespace,
      metricName: "TemporaryDiskFree",
      dimensions: { worker },
      statistic: "Minimum",
    },
    when: "below",
    threshold: 512 * 1024 * 1024,
    periods: 1,
  });
}
