import { alarm } from "./alarm.ts";
import { metricsNamespace } from "./stage.ts";

/** Who must act before a refused call can succeed; `none` means the call succeeded. */
const owners = ["none", "client", "upstream", "platform", "config"] as const;
type Owner = (typeof owners)[number];

interface Limit {
  percent: number;
  /** Fewer are bad luck, whatever their share. */
  atLeast: number;
}

const callLimits: Record<Exclude<Owner, "none">, Limit> = {
  // Our fault: one in a hundred is too many, and fewer than three are bad luck.
  platform: { percent: 1, atLeast: 3 },
  // A setting of the stage is missing: every such call fails until somebody sets it.
  config: { percent: 0, atLeast: 1 },
  // Portals have bad hours. A quarter means that one of them is unreachable, or has changed.
  upstream: { percent: 25, atLeast: 10 },
  // Callers make mistakes; if most calls are mistakes, a release may refuse what it should accept.
  client: { percent: 50, atLeast: 50 },
};

// Most syncs are not started by a call, so no call fails when a portal has changed. A refused credential is the
// customer's business, who sees it at the connection and by a webhook.
const syncLimits: Record<Exclude<Owner, "none" | "client">, Limit> = {
  platform: { percent: 5, atLeast: 3 },
  config: { percent: 0, atLeast: 1 },
  upstream: { percent: 25, atLeast: 5 },
};

alarms("Errors", { metricName: "Calls", limits: callLimits, periodSeconds: 300, periods: 2 });
// One hour: a small stage has a sync every few minutes.
alarms("Syncs", { metricName: "Syncs", limits: syncLimits, periodSeconds: 3_600, periods: 1 });

interface Rates {
  metricName: "Calls" | "Syncs";
  limits: Partial<Record<Owner, Limit>>;
  periodSeconds: number;
  periods: number;
}

function alarms(prefix: string, { limits, periods, ...rates }: Rates) {
  for (const [owner, limit] of Object.entries(limits)) {
    alarm({
      name: `${prefix}Of${owner.charAt(0).toUpperCase()}${owner.slice(1)}`,
      metric: { metricQueries: rateOf(owner as Owner, limit, rates) },
      when: "above",
      threshold: limit.percent,
      periods,
    });
  }
}

/** Their share of all in a period, in percent; no value if there are fewer than that. */
function rateOf(
  owner: Owner,
  { atLeast }: Limit,
  { metricName, periodSeconds }: Pick<Rates, "metricName" | "periodSeconds">,
) {
  // SUM counts the series that have a value: if all are errors, `none` does not exist.
  const share = `100 * ${owner} / SUM([${owners.join(", ")}])`;
  return [
    {
      id: "share",
      expression: `IF(${owner} >= ${atLeast}, ${share}, 0)`,
      label: `${owner} errors, percent of ${metricName.toLowerCase()}`,
      returnData: true,
    },
    ...owners.map((each) => ({
      id: each,
      metric: {
        namespace: metricsNamespace,
        metricName,
        dimensions: { owner: each },
        period: periodSeconds,
        stat: "Sum",
      },
    })),
  ];
}
