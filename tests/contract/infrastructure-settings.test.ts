import { beforeAll, describe, expect, test } from "vitest";
import { bundles, type FunctionName } from "#infra/aws/bundle.ts";
import { settings, type SettingName } from "#lib/kernel/config.ts";
import { spawnScript } from "#tests/support/child-process.ts";
import { marks } from "#tests/support/sst/evaluate-stage.ts";
import { stageGraph, type Graph } from "#tests/support/sst/graph.ts";

const evaluated = await stageGraph({ stage: "production" });
const functionType = "aws:lambda/function:Function";
const distributionType = "aws:cloudfront/distribution:Distribution";

const functions: [name: string, entry: FunctionName][] = [
  ["Api", "api"],
  ["Dashboard", "dashboard"],
  ["SyncWorker", "sync-worker"],
  ["EmissionWorker", "emission-worker"],
  ["CredentialBroker", "credential-broker"],
  ["DrainDeliveries", "drain-deliveries"],
  ["Housekeeping", "housekeeping"],
];

interface Opened {
  withoutAny: string;
  withGiven: string;
}

async function open(entry: string, environment: Record<string, string>): Promise<Opened> {
  const child = spawnScript("tests/support/sst/open-entry.ts", [
    entry,
    JSON.stringify(environment),
  ]);
  const { code } = await child.ended;
  const { stdout, stderr } = child.output();
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Opened;
}

function environmentOf(graph: Graph, name: string): Record<string, string> {
  const { inputs } = graph.one(functionType, `${name}Function`);
  return (inputs["environment"] as { variables: Record<string, string> }).variables;
}

/** What the platform adds for a library of its own, which nobody here loads. */
const platformsOwn = ["SST_KEY", "SST_KEY_FILE", "SST_RESOURCE_App"];
// The person who runs the tests may have traces of their own switched on.
const isOurs = (name: string) => !platformsOwn.includes(name) && !name.startsWith("OTEL_");
const hasDefault = (name: SettingName) => settings[name].safeParse(undefined).success;

describe.skipIf(evaluated === null)("settings", () => {
  const graph = evaluated as Graph;

  test.each(functions)(
    "%s starts with what it is given, and needs all of it",
    async (name, key) => {
      const { entry } = bundles[key];
      const given = environmentOf(graph, name);
      const { withGiven, withoutAny } = await open(entry, given);
      expect(withGiven).toBe("handler: function");

      const needed = withoutAny.match(/^ {2}[A-Z_]+(?=: )/gm)?.map((line) => line.trim()) ?? [];
      expect(needed.length).toBeGreaterThanOrEqual(2);
      const names = Object.keys(given).filter(isOurs);
      const extra = names.filter((each) => !needed.includes(each));
      expect(extra.filter((each) => !hasDefault(each as SettingName))).toEqual([]);
      expect(names).toEqual(expect.arrayContaining(needed));
    },
  );

  test("what is secret is in functions' environments, and is sealed wherever it is", () => {
    const holders = Object.values(marks).flatMap((mark) =>
      graph.resources.flatMap(({ type, inputs, secret }) =>
        Object.entries(inputs)
          .filter(([, value]) => JSON.stringify(value).includes(mark))
          .map(([input]) => ({ type, input, sealed: secret.includes(input) })),
      ),
    );
    expect(holders.filter(({ sealed }) => !sealed)).toEqual([]);
    // One of three ways into the database in each of seven functions, the service secret in four, the way
    // to people and their secrets in one, the edge's where it is said and heard; each once in the links.
    const places = holders.map(({ type, input }) => `${type} ${input}`);
    expect(places.filter((place) => place === `${functionType} environment`)).toHaveLength(15);
    expect(places.filter((place) => place === "sst:sst:LinkRef properties")).toHaveLength(7);
    expect(places.filter((place) => place === `${distributionType} origins`)).toHaveLength(1);
    expect(places).toHaveLength(23);
  });

  test("the role that serves has no more connections than a pooler gives to many", () => {
    for (const [name] of functions) {
      expect(Number(environmentOf(graph, name)["DATABASE_POOL_MAX"])).toBeLessThanOrEqual(5);
    }
  });
});

describe.skipIf(evaluated === null)("stages", () => {
  // One evaluation with all that a deployment may say: each costs seconds.
  const environment = {
    CONNECT_ASLEEP: "yes",
    CONNECT_DOMAIN: "connect.example.org",
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://traces.example.org",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=marked-token",
  };
  let other: Graph;
  beforeAll(async () => {
    other = (await stageGraph({ stage: "someone", environment })) as Graph;
  });

  test("production is protected and kept", () => {
    expect((evaluated as Graph).app).toMatchObject({ protect: true, removal: "retain-all" });
  });

  test("any other stage is removed whole, and forgets its logs in a week", () => {
    expect(other.app).toMatchObject({ protect: false, removal: "remove" });
    const held = other.resources.filter(({ protect, type }) => protect && type.startsWith("aws:"));
    expect(held).toEqual([]);
    expect(other.one("aws:kms/key:Key", "DataKeys").retained).toBe(false);
    const days = other
      .all("aws:cloudwatch/logGroup:LogGroup")
      .map(({ inputs }) => inputs["retentionInDays"]);
    expect(days).toEqual([7, 7, 7, 7, 7, 7, 7]);
  });

  test("a stage that is asleep runs nothing by itself, and no alarm waits for it", () => {
    const states = other
      .all("aws:scheduler/schedule:Schedule")
      .map(({ inputs }) => inputs["state"]);
    expect(states).toEqual(["DISABLED", "DISABLED"]);
    const alarms = other.all("aws:cloudwatch/metricAlarm:MetricAlarm").map(({ name }) => name);
    expect(alarms).toContain("DrainFailing");
    expect(alarms.filter((name) => name.endsWith("Stopped"))).toEqual([]);
  });

  test("a stage's traces go where the standard variables of its deployment say", () => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS } = environment;
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS };
    for (const [name] of functions) {
      expect(environmentOf(other, name)).toMatchObject(traces);
      expect(environmentOf(evaluated as Graph, name)).not.toHaveProperty(
        "OTEL_EXPORTER_OTLP_HEADERS",
      );
    }
    const seen = other.resources.filter(
      ({ inputs, secret }) =>
        JSON.stringify(inputs).includes("marked-token") && !secret.includes("environment"),
    );
    expect(seen).toEqual([]);
  });

  test("a stage with a domain tells it to its callers", () => {
    expect(environmentOf(other, "Api")["BASE_URL"]).toBe("https://connect.example.org");
  });

  test("a stage without one tells the edge's own name", () => {
    const { BASE_URL } = environmentOf(evaluated as Graph, "Api");
    expect(BASE_URL).toBe("https://edgecdndistribution.cloudfront.net");
  });
});
