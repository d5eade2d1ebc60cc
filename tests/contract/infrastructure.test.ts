import { describe, expect, test } from "vitest";
import { dashboardPaths } from "#infra/server/one-door.ts";
import { bundleOptions, bundles, functionNames } from "#infra/aws/bundle.ts";
import { stageGraph, type Graph } from "#tests/support/sst/graph.ts";

const evaluated = await stageGraph({ stage: "production" });
const functionType = "aws:lambda/function:Function";
const queueType = "aws:sqs/queue:Queue";
const mappingType = "aws:lambda/eventSourceMapping:EventSourceMapping";
const scheduleType = "aws:scheduler/schedule:Schedule";

interface FunctionInputs {
  name: string;
  runtime: string;
  timeout: number;
  memorySize: number;
  ephemeralStorage: { size: number };
  architectures: string[];
  loggingConfig: { logFormat: string; logGroup: string };
}
interface QueueInputs {
  name: string;
  visibilityTimeoutSeconds: number;
  messageRetentionSeconds: number;
  redrivePolicy?: string;
  fifoQueue: boolean;
}

const workers = [
  { worker: "SyncWorker", queue: "SyncQueue", dead: "SyncDeadLetters", atOnce: 20 },
  { worker: "EmissionWorker", queue: "EmissionQueue", dead: "EmissionDeadLetters", atOnce: 10 },
];

describe.skipIf(evaluated === null)("the stage", () => {
  const graph = evaluated as Graph;
  const functionOf = (name: string) =>
    graph.one(functionType, `${name}Function`).inputs as unknown as FunctionInputs;
  const queueOf = (name: string) =>
    graph.one(queueType, `${name}Queue`).inputs as unknown as QueueInputs;
  const mappingOf = (queue: string) => {
    const { name } = queueOf(queue);
    const found = graph
      .all(mappingType)
      .filter(({ inputs }) => String(inputs["eventSourceArn"]).endsWith(`:${name}`));
    expect(found).toHaveLength(1);
    return found[0]?.inputs ?? {};
  };

  test("has the seven functions, on the bundles' runtime", () => {
    const names = graph.all(functionType).map(({ name }) => name);
    expect(names.toSorted()).toEqual([
      "ApiFunction",
      "CredentialBrokerFunction",
      "DashboardFunction",
      "DrainDeliveriesFunction",
      "EmissionWorkerFunction",
      "HousekeepingFunction",
      "SyncWorkerFunction",
    ]);
    const runtimes = graph.all(functionType).map(({ inputs }) => inputs["runtime"]);
    expect(new Set(runtimes)).toEqual(new Set(["nodejs24.x"]));
  });

  test("bundles each of them from its entry, with the browser next to the workers only", () => {
    const asked = graph.builds.map(({ handler, properties }) => ({
      handler,
      install: Object.keys((properties as { install: Record<string, string> }).install).toSorted(),
    }));
    const wanted = functionNames.map((name) => ({
      handler: bundles[name].entry.replace(/\.ts$/, ".handler"),
      install: bundles[name].install.toSorted(),
    }));
    const byHandler = (a: { handler: unknown }, b: { handler: unknown }) =>
      String(a.handler) < String(b.handler) ? -1 : 1;
    expect(asked.toSorted(byHandler)).toEqual(wanted.toSorted(byHandler));
    expect(wanted.filter(({ install }) => install.includes("@sparticuz/chromium"))).toHaveLength(2);
  });

  test("passes the platform's builder nothing that it cannot read", () => {
    // It accepts only a numeric target; a name is silently dropped.
    const told = graph.builds.map(({ properties }) => (properties as { esbuild: unknown }).esbuild);
    const { external } = bundleOptions.esbuild;
    // In no order: the platform bundles them as they are made.
    const asText = (values: unknown[]) => values.map((one) => JSON.stringify(one)).toSorted();
    expect(asText(told)).toEqual(
      asText(functionNames.map((name) => ({ external, keepNames: bundles[name].keepNames }))),
    );
  });

  test("answers through its own URL, complete and not as a stream", () => {
    for (const name of ["Api", "Dashboard"]) {
      const { functionName, invokeMode, authorizationType } = graph.inputs(
        "aws:lambda/functionUrl:FunctionUrl",
        `${name}Url`,
      );
      expect(functionName).toBe(functionOf(name).name);
      expect(invokeMode).toBe("BUFFERED");
      // Callers have keys and sessions of ours, which each function checks itself.
      expect(authorizationType).toBe("NONE");
    }
    expect(graph.all("aws:lambda/functionUrl:FunctionUrl")).toHaveLength(2);
  });

  test("routes the same paths to the dashboard as a plain server, and everything else to the API", () => {
    const routes = graph.all("sst:aws:RouterUrlRoute").map(({ name }) => name);
    const wanted = dashboardPaths.map((path) => `EdgeRoute${path}`);
    expect(routes.toSorted()).toEqual(wanted.toSorted());
  });

  const waiting: [name: string, key: string][] = [
    ["Api", "ApiRouteKey"],
    ...dashboardPaths.map((path): [string, string] => ["Dashboard", `EdgeRoute${path}RouteKey`]),
  ];

  test.each(waiting)(
    "lets a call of %s wait for a worker, and the edge for the call: %s",
    (name, key) => {
      // A call waits 25 seconds at most.
      expect(functionOf(name).timeout).toBeGreaterThanOrEqual(30);
      const route = graph.one("pulumi-nodejs:dynamic:Resource", `${key}.sst.aws.KvKeys`).inputs;
      const { metadata } = (route["entries"] ?? {}) as { metadata?: string };
      const { origin } = JSON.parse(metadata ?? "{}") as {
        origin?: { timeouts?: { readTimeout?: number } };
      };
      const edgeSeconds = origin?.timeouts?.readTimeout ?? 0;
      expect(edgeSeconds).toBeGreaterThan(functionOf(name).timeout);
      // The longest that an edge waits without a higher quota.
      expect(edgeSeconds).toBeLessThanOrEqual(60);
    },
  );

  test("a flood of calls takes the API's functions and no other's", () => {
    const reserved = graph
      .all(functionType)
      .map(({ name, inputs }) => [name, inputs["reservedConcurrentExecutions"]] as const);
    for (const [name, functions] of reserved) expect(functions, name).toBeGreaterThan(0);
    for (const { worker, atOnce } of workers) {
      const { reservedConcurrentExecutions } = graph.one(functionType, `${worker}Function`).inputs;
      expect(reservedConcurrentExecutions).toBe(atOnce);
    }
    // The account reserves a hundred for functions without their own number, of the thousand requested.
    const sum = reserved.reduce((total, [, functions]) => total + Number(functions), 0);
    expect(sum).toBeLessThanOrEqual(900);
  });

  describe.each(workers)("$worker", ({ worker, queue, dead, atOnce }) => {
    test("gets one message at a time, and returns the one that failed", () => {
      const mapping = mappingOf(queue);
      expect(String(mapping["functionName"])).toMatch(new RegExp(`:${functionOf(worker).name}$`));
      expect(mapping["batchSize"]).toBe(1);
      expect(mapping["functionResponseTypes"]).toEqual(["ReportBatchItemFailures"]);
      expect(mapping["scalingConfig"]).toEqual({ maximumConcurrency: atOnce });
    });

    test("is done before its message returns", () => {
      const { timeout } = functionOf(worker);
      expect(timeout).toBe(300);
      expect(queueOf(queue).visibilityTimeoutSeconds).toBeGreaterThanOrEqual(6 * timeout);
    });

    test("loses a message to the dead letters after five receives, and not because of its age", () => {
      const { visibilityTimeoutSeconds, messageRetentionSeconds, redrivePolicy } = queueOf(queue);
      const redrive = JSON.parse(redrivePolicy ?? "{}") as Record<string, unknown>;
      expect(redrive["maxReceiveCount"]).toBe(5);
      expect(String(redrive["deadLetterTargetArn"])).toMatch(new RegExp(`:${queueOf(dead).name}$`));
      expect(messageRetentionSeconds).toBeGreaterThan(5 * visibilityTimeoutSeconds);
      expect(queueOf(dead).messageRetentionSeconds).toBe(14 * 86_400);
      expect(queueOf(dead).redrivePolicy).toBeUndefined();
    });

    test("has the processor that its browser is built for, memory and disk", () => {
      const { architectures, memorySize, ephemeralStorage } = functionOf(worker);
      expect(architectures).toEqual(["x86_64"]);
      expect(memorySize).toBeGreaterThanOrEqual(2_048);
      expect(ephemeralStorage.size).toBeGreaterThanOrEqual(1_024);
    });
  });

  test("queues are standard ones, whose groups are fair", () => {
    const queues = graph.all(queueType);
    expect(queues).toHaveLength(5);
    expect(queues.filter(({ inputs }) => inputs["fifoQueue"] !== false)).toEqual([]);
  });

  test.each(["Drain", "Housekeeping"])("%s runs every minute, and no run is repeated", (name) => {
    const worker = name === "Drain" ? "DrainDeliveries" : name;
    const { scheduleExpression, state, target } = graph.inputs(
      scheduleType,
      `${name}EveryMinuteSchedule`,
    ) as Record<string, unknown>;
    expect({ scheduleExpression, state }).toEqual({
      scheduleExpression: "rate(1 minute)",
      state: "ENABLED",
    });
    const { arn, retryPolicy } = target as { arn: string; retryPolicy: unknown };
    expect(arn.endsWith(`:${functionOf(worker).name}`)).toBe(true);
    const once = { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 };
    expect(retryPolicy).toEqual(once);
    // The function's own event queue retries too.
    const invoke = "aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig";
    expect(graph.inputs(invoke, `${worker}EventInvokeConfig`)).toMatchObject({
      functionName: functionOf(worker).name,
      ...once,
    });
    expect(functionOf(worker).timeout).toBeLessThanOrEqual(60);
  });

  test("the only schedules are those two; the connections have their own group", () => {
    expect(graph.all(scheduleType)).toHaveLength(2);
    const group = "aws:scheduler/scheduleGroup:ScheduleGroup";
    expect(graph.inputs(group, "ConnectionSchedules")["name"]).toBe(
      "connect-production-connections",
    );
  });

  test("the key rotates once a year, and a deployment cannot delete it", () => {
    const key = graph.one("aws:kms/key:Key", "DataKeys");
    expect(key.inputs).toMatchObject({
      enableKeyRotation: true,
      rotationPeriodInDays: 365,
      deletionWindowInDays: 30,
    });
    expect({ protect: key.protect, retained: key.retained }).toEqual({
      protect: true,
      retained: true,
    });
  });

  test("every function writes to a log that expires", () => {
    const groups = graph.all("aws:cloudwatch/logGroup:LogGroup");
    expect(groups).toHaveLength(functionNames.length);
    for (const { inputs } of groups) expect(inputs["retentionInDays"]).toBe(90);
    const logs = graph.all(functionType).map(({ inputs }) => inputs["loggingConfig"]);
    expect(logs).toHaveLength(functionNames.length);
    for (const log of logs) expect(log).toMatchObject({ logFormat: "Text" });
  });
});
