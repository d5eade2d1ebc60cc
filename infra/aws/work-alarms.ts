import { alarm } from "./alarm.ts";
import { metricsNamespace } from "./stage.ts";

// A delivery is due within its minute; five say that the drain does not run, or cannot keep up.
alarm({
  name: "DeliveriesLate",
  metric: { namespace: metricsNamespace, metricName: "OldestDueDelivery", statistic: "Maximum" },
  when: "above",
  threshold: 300,
  periods: 3,
});

// One document of which nobody knows whether it is out is one too many.
alarm({
  name: "EmissionOutcomeUnknown",
  metric: { namespace: metricsNamespace, metricName: "EmissionsUnknown", statistic: "Maximum" },
  when: "above",
  threshold: 0,
  periods: 1,
});

// A week past its term: more ends than an hour prunes, or a row is in the way.
alarm({
  name: "PruningBehind",
  metric: { namespace: metricsNamespace, metricName: "TablesBehind", statistic: "Maximum" },
  when: "above",
  threshold: 0,
  periodSeconds: 3_600,
  periods: 2,
});

// Once a day, and whenever somebody asks: what no customer has met yet.
alarm({
  name: "SmokeFailed",
  metric: { namespace: metricsNamespace, metricName: "SmokePartsFailed", statistic: "Maximum" },
  when: "above",
  threshold: 0,
  periods: 1,
});

for (const worker of ["sync", "emission"]) {
  // Of 2 GB the browser takes 180 MB: below this, something is left behind from job to job.
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
