import { alarm } from "./alarm.ts";
import { metricsNamespace } from "./metrics.ts";

/** Who has to act before a refused call can succeed; `none` are the calls that did. */
const owners = ["none", "client", "upstream", "platform", "config"] as const;
type Owner = (typeof owners)[number];

const limits: Record<Exclude<Owner, "none">, { percent: number; atLeast: number }> = {
  // Ours: one in a hundred is too many, and three are needed to be more than bad luck.
  platform: { percent: 1, atLeast: 3 },
  // Something of the stage is not set: every one of these fails until somebody sets it.
  config: { percent: 0, atLeast: 1 },
  // Portals have bad hours. A quarter means that one of them is away, or has changed.
  upstream: { percent: 25, atLeast: 10 },
  // Callers make mistakes; when most calls are, it may be a release that refuses what it should take.
  client: { percent: 50, atLeast: 50 },
};

for (const [owner, { percent, atLeast }] of Object.entries(limits)) {
  alarm({
    name: `ErrorsOf${owner.charAt(0).toUpperCase()}${owner.slice(1)}`,
    metric: { metricQueries: rateOf(owner as Owner, atLeast) },
    when: "above",
    threshold: percent,
    periods: 2,
  });
}

/** Their share of all calls in five minutes, in percent; nothing while they are fewer than that. */
function rateOf(owner: Owner, atLeast: number) {
  // SUM counts the series that have a value: with nothing but errors there is no `none` at all.
  const share = `100 * ${owner} / SUM([${owners.join(", ")}])`;
  return [
    {
      id: "share",
      expression: `IF(${owner} >= ${atLeast}, ${share}, 0)`,
      label: `${owner} errors, percent of calls`,
      returnData: true,
    },
    ...owners.map((each) => ({
      id: each,
      metric: {
        namespace: metricsNamespace,
        metricName: "Calls",
        dimensions: { owner: each },
        period: 300,
        stat: "Sum",
      },
    })),
  ];
}
