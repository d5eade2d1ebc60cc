import type { ErrorCode, ErrorOwner } from "./errors/index.ts";

type Unit = "Count" | "Milliseconds" | "Seconds" | "Bytes";

interface MetricGroup {
  /** The fields to aggregate by: each set is one series per combination. */
  by: readonly (readonly string[])[];
  units: Readonly<Record<string, Unit>>;
}

/**
 * Everything that is measured. A field has few values, because each is a series that costs money:
 * never an id, and never anything that a caller can make up.
 */
export const metricGroups = {
  call: [
    { by: [["owner"], ["plane"]], units: { Calls: "Count" } },
    { by: [["plane"]], units: { CallLatency: "Milliseconds" } },
  ],
  sync: [
    { by: [["connector", "code"], ["owner"]], units: { Syncs: "Count" } },
    { by: [["connector"]], units: { SyncDuration: "Milliseconds", SyncedRecords: "Count" } },
  ],
  job: [{ by: [["kind", "code"]], units: { OtherJobs: "Count" } }],
  emission: [{ by: [["outcome"]], units: { Emissions: "Count" } }],
  unknown_emissions: [{ by: [[]], units: { EmissionsUnknown: "Count" } }],
  drain: [
    {
      by: [[]],
      units: {
        DeliveriesDelivered: "Count",
        DeliveriesRetried: "Count",
        DeliveriesFailed: "Count",
        OldestDueDelivery: "Seconds",
      },
    },
  ],
  pruning: [{ by: [[]], units: { TablesBehind: "Count" } }],
  smoke: [{ by: [[]], units: { SmokePartsFailed: "Count" } }],
  take_over: [{ by: [["worker"]], units: { JobsTakenOver: "Count" } }],
  disk: [{ by: [["worker"]], units: { TemporaryDiskFree: "Bytes" } }],
} as const satisfies Record<string, readonly MetricGroup[]>;

interface Fields {
  call: { owner: "none" | ErrorOwner; plane: "action" | "control" };
  sync: { connector: string; code: "ok" | "partial" | ErrorCode; owner: "none" | ErrorOwner };
  job: { kind: string; code: "ok" | ErrorCode };
  emission: { outcome: "done" | "rejected" | "undone" | "unknown" | "released" };
  take_over: { worker: "sync" | "emission" };
  disk: { worker: "sync" | "emission" };
}

export type MetricName = keyof typeof metricGroups;
type UnitsOf<N extends MetricName> = (typeof metricGroups)[N][number]["units"];
type Names<U> = U extends unknown ? keyof U : never;

type FieldsOf<N extends MetricName> = N extends keyof Fields ? Fields[N] : unknown;

export type MeasuredFields<N extends MetricName> = FieldsOf<N> & Record<Names<UnitsOf<N>>, number>;

/** The part of a line that makes its numbers metrics: the embedded metric format. */
export function embeddedMetrics(name: MetricName, namespace: string, at: Date) {
  const groups: readonly MetricGroup[] = metricGroups[name];
  return {
    Timestamp: at.getTime(),
    CloudWatchMetrics: groups.map(({ by, units }) => ({
      Namespace: namespace,
      Dimensions: by,
      Metrics: Object.entries(units).map(([Name, Unit]) => ({ Name, Unit })),
    })),
  };
}
