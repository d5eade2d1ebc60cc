import { describe, expect, test } from "vitest";
import { errorCatalogue, type ErrorOwner } from "#lib/kernel/errors/index.ts";
import { metricGroups } from "#lib/kernel/measurements.ts";
import { stageGraph, type Graph } from "#tests/support/sst/graph.ts";

const evaluated = await stageGraph({ stage: "production" });
const alarmType = "aws:cloudwatch/metricAlarm:MetricAlarm";
const megabyte = 1024 * 1024;

interface Metric {
  namespace: string;
  metricName: string;
  dimensions?: Record<string, string>;
}
interface AlarmInputs extends Partial<Metric> {
  statistic?: string;
  period?: number;
  threshold: number;
  comparisonOperator: string;
  evaluationPeriods: number;
  datapointsToAlarm: number;
  treatMissingData: string;
  alarmActions: string[];
  metricQueries?: { id: string; expression?: string; metric?: Metric & { period: number } }[];
}

/** Above what value, and for how many periods in a row, an alarm fires. */
const thresholds: [name: string, comparison: string, threshold: number, looks: number][] = [
  ["SyncDeadLetter", ">", 0, 1],
  ["EmissionDeadLetter", ">", 0, 1],
  ["ScheduleDeadLetter", ">", 0, 1],
  ["SyncsWaiting", ">", 900, 5],
  ["EmissionsWaiting", ">", 120, 3],
  ["DeliveriesLate", ">", 300, 3],
  ["EmissionOutcomeUnknown", ">", 0, 1],
  ["PruningBehind", ">", 0, 2],
  ["SmokeFailed", ">", 0, 1],
  ["SyncDiskFull", "<", 512 * megabyte, 1],
  ["EmissionDiskFull", "<", 512 * megabyte, 1],
  ["ErrorsOfPlatform", ">", 1, 2],
  ["ErrorsOfConfig", ">", 0, 2],
  ["ErrorsOfUpstream", ">", 25, 2],
  ["ErrorsOfClient", ">", 50, 2],
  ["SyncsOfPlatform", ">", 5, 1],
  ["SyncsOfConfig", ">", 0, 1],
  ["SyncsOfUpstream", ">", 25, 1],
  ["DrainStopped", "<", 1, 5],
  ["HousekeepingStopped", "<", 1, 5],
  ["DrainFailing", ">", 0, 3],
  ["HousekeepingFailing", ">", 0, 3],
  ["SyncWorkerCrashing", ">", 2, 1],
  ["EmissionWorkerCrashing", ">", 2, 1],
  ["ApiCrashing", ">", 1, 1],
  ["ApiThrottled", ">", 0, 2],
  ["DashboardCrashing", ">", 1, 1],
  ["DashboardThrottled", ">", 0, 2],
];

describe.skipIf(evaluated === null)("alarms", () => {
  const graph = evaluated as Graph;
  const inputsOf = (name: string) => graph.one(alarmType, name).inputs as unknown as AlarmInputs;
  const metricsOf = (name: string): Metric[] => {
    const { metricQueries, namespace = "", metricName = "", dimensions } = inputsOf(name);
    if (metricQueries !== undefined) return metricQueries.flatMap(({ metric }) => metric ?? []);
    return [{ namespace, metricName, ...(dimensions !== undefined && { dimensions }) }];
  };

  test("are these, and each notifies the topic", () => {
    const names = graph.all(alarmType).map(({ name }) => name);
    expect(names.toSorted()).toEqual(thresholds.map(([name]) => name).toSorted());
    const topic = graph.inputs("aws:sns/topic:Topic", "Alarms")["name"];
    for (const name of names) {
      expect(inputsOf(name).alarmActions).toEqual([
        `arn:aws:sns:us-east-1:123456789012:${String(topic)}`,
      ]);
    }
    const mail = graph.one("aws:sns/topicSubscription:TopicSubscription", "AlarmsByMail");
    expect(mail.inputs).toMatchObject({ protocol: "email", endpoint: "alarms@example.org" });
  });

  test.each(thresholds)("%s is raised at %s %d, %d times", (name, comparison, threshold, looks) => {
    const inputs = inputsOf(name);
    const words: Record<string, string> = {
      ">": "GreaterThanThreshold",
      "<": "LessThanThreshold",
    };
    expect(inputs).toMatchObject({
      comparisonOperator: words[comparison],
      threshold,
      evaluationPeriods: looks,
      datapointsToAlarm: looks,
      treatMissingData: name.endsWith("Stopped") ? "breaching" : "notBreaching",
    });
  });

  test("use metrics that the functions really write, in the stage's own namespace", () => {
    const written = Object.values(metricGroups).flatMap((groups) =>
      groups.flatMap(({ by, units }) =>
        Object.keys(units).flatMap((metric) => by.map((set) => `${metric} by ${set.join("+")}`)),
      ),
    );
    const ours = thresholds
      .flatMap(([name]) => metricsOf(name))
      .filter(({ namespace }) => !namespace.startsWith("AWS/"));
    expect(ours).toHaveLength(41);
    for (const { namespace, metricName, dimensions = {} } of ours) {
      expect(namespace).toBe("Connect/production");
      expect(written).toContain(`${metricName} by ${Object.keys(dimensions).join("+")}`);
    }
    const functions = graph.all("aws:lambda/function:Function");
    const told = functions.map(
      ({ inputs }) =>
        (inputs["environment"] as { variables: Record<string, string> }).variables[
          "METRICS_NAMESPACE"
        ],
    );
    expect(told).toEqual(Array(7).fill("Connect/production"));
  });

  test("on rare events cover a quarter of an hour or an hour, not consecutive minutes", () => {
    for (const name of ["SyncWorkerCrashing", "EmissionWorkerCrashing", "ApiCrashing"]) {
      expect(inputsOf(name).period).toBe(900);
    }
    for (const name of ["SyncsOfPlatform", "SyncsOfConfig", "SyncsOfUpstream"]) {
      const periods = (inputsOf(name).metricQueries ?? []).flatMap(({ metric }) => metric ?? []);
      expect(periods.map(({ period, metricName }) => [metricName, period])).toEqual(
        Array.from({ length: 5 }, () => ["Syncs", 3_600]),
      );
    }
  });

  test("count every owner of an error, and divide by all calls and syncs", () => {
    const owners: ErrorOwner[] = ["client", "upstream", "platform", "config"];
    const inUse = new Set<ErrorOwner>(Object.values(errorCatalogue).map(({ owner }) => owner));
    expect(inUse.size).toBeGreaterThanOrEqual(3);
    expect(owners).toEqual(expect.arrayContaining([...inUse]));
    const rated = thresholds.filter(([name]) => /^(Errors|Syncs)Of/.test(name));
    expect(rated).toHaveLength(7);
    for (const [name] of rated) {
      const owner = name.replace(/^(Errors|Syncs)Of/, "").toLowerCase();
      const counted = metricsOf(name).map(({ dimensions }) => dimensions?.["owner"]);
      expect(new Set(counted)).toEqual(new Set([...owners, "none"]));
      const [expression, ...others] = (inputsOf(name).metricQueries ?? []).flatMap(
        (query) => query.expression ?? [],
      );
      expect(others).toEqual([]);
      expect(expression).toMatch(
        new RegExp(`100 \\* ${owner} / SUM\\(\\[none, client, upstream, platform, config\\]\\)`),
      );
    }
  });

  test("watch every queue's dead letters", () => {
    const dead = graph
      .all("aws:sqs/queue:Queue")
      .filter(({ name }) => name.endsWith("DeadLettersQueue"))
      .map(({ inputs }) => inputs["name"]);
    expect(dead).toHaveLength(3);
    const watched = thresholds
      .filter(([name]) => name.endsWith("DeadLetter"))
      .flatMap(([name]) => metricsOf(name));
    expect(new Set(watched.map(({ dimensions }) => dimensions?.["QueueName"]))).toEqual(
      new Set(dead),
    );
    expect(watched).toHaveLength(3);
    expect(new Set(watched.map(({ metricName }) => metricName))).toEqual(
      new Set(["ApproximateNumberOfMessagesVisible"]),
    );
  });
});
