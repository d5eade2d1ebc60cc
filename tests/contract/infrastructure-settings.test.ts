import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { bundles, type FunctionName } from "#infra/aws/bundle.ts";
import { stageFile } from "#infra/aws/stage-file.ts";
import { settings, type SettingName } from "#lib/kernel/config.ts";
import { builtOnce } from "#tests/support/processes/built-once.ts";
import { spawnChild } from "#tests/support/processes/child-process.ts";
import { evaluateStage, marks } from "#tests/support/sst/evaluate-stage.ts";
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

/** As deployed: from the sources a process takes six times as long. */
async function open(name: FunctionName, environment: Record<string, string>): Promise<Opened> {
  const bundle = path.join(await builtOnce(name, bundles[name]), `${name}.mjs`);
  const script = "tests/support/sst/open-entry.ts";
  const child = spawnChild(process.execPath, [script, bundle, JSON.stringify(environment)]);
  const { code } = await child.ended;
  const { stdout, stderr } = child.output();
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Opened;
}

function environmentOf(graph: Graph, name: string): Record<string, string> {
  const { inputs } = graph.one(functionType, `${name}Function`);
  return (inputs["environment"] as { variables: Record<string, string> }).variables;
}

/** Added by the platform for a library of its own, which nobody here loads. */
const platformsOwn = ["SST_KEY", "SST_KEY_FILE", "SST_RESOURCE_App"];
// The person running the tests may have traces enabled.
const isOurs = (name: string) => !platformsOwn.includes(name) && !name.startsWith("OTEL_");
const hasDefault = (name: SettingName) => settings[name].safeParse(undefined).success;

describe.skipIf(evaluated === null)("settings", () => {
  const graph = evaluated as Graph;

  test.each(functions)("%s starts with its settings, and needs all of them", async (name, key) => {
    const given = environmentOf(graph, name);
    const { withGiven, withoutAny } = await open(key, given);
    expect(withGiven).toBe("handler: function");

    const needed = withoutAny.match(/^ {2}[A-Z_]+(?=: )/gm)?.map((line) => line.trim()) ?? [];
    expect(needed.length).toBeGreaterThanOrEqual(2);
    const names = Object.keys(given).filter(isOurs);
    const extra = names.filter((each) => !needed.includes(each));
    expect(extra.filter((each) => !hasDefault(each as SettingName))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(needed));
  });

  test("secrets are in functions' environments, and sealed everywhere", () => {
    const holders = Object.values(marks).flatMap((mark) =>
      graph.resources.flatMap(({ type, inputs, secret }) =>
        Object.entries(inputs)
          .filter(([, value]) => JSON.stringify(value).includes(mark))
          .map(([input]) => ({ type, input, sealed: secret.includes(input) })),
      ),
    );
    expect(holders.filter(({ sealed }) => !sealed)).toEqual([]);
    // Seven functions have one of three database addresses each, four have the service secret, one has the people's
    // database and secrets, and both ends have the edge's; the links have each once.
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
  // One evaluation with everything that a stage's file may have, because each takes seconds.
  const file = {
    region: "sa-east-1",
    asleep: true,
    otlpEndpoint: "https://traces.example.org",
    operators: ["arn:aws:iam::111122223333:user/ana"],
  };
  const shell = {
    AWS_REGION: "eu-west-1",
    CONNECT_ASLEEP: "no",
    CONNECT_DOMAIN: "another.example.org",
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://elsewhere.example.org",
    SST_SECRET_OtlpHeaders: "authorization=marked-token",
  };
  let other: Graph;
  beforeAll(async () => {
    other = (await stageGraph({ stage: "someone", file, environment: shell })) as Graph;
  });

  test("a stage is what its file says, in any shell", async () => {
    expect(other.app).toMatchObject({ providers: { aws: { region: "sa-east-1" } } });
    const { SST_SECRET_OtlpHeaders } = shell;
    const environment = { SST_SECRET_OtlpHeaders };
    const quiet = (await stageGraph({ stage: "someone", file, environment })) as Graph;
    // A physical name ends in a random suffix.
    const made = (graph: Graph) =>
      graph.resources
        .map((one) =>
          JSON.stringify(one).replaceAll(/(-|Subscriber)[A-Za-z][a-z]{5,7}(?![a-z-])/g, "$1drawn"),
        )
        .toSorted();
    const others = made(other);
    expect(made(quiet).filter((one, at) => one !== others[at])).toEqual([]);
    expect(others.length).toBe(quiet.resources.length);
  });

  test.each([
    ["no file", null, "is missing"],
    ["no domain", { region: "us-east-1" }, "has a domain"],
    ["a file that sleeps", { domain: "a.example.org", asleep: true }, "does not sleep"],
    [
      "a field that there is not",
      { domain: "a.example.org", regoin: "us-east-1" },
      "regoin is wrong",
    ],
    [
      "operators who are nobody",
      { domain: "a.example.org", operators: ["ana"] },
      "operators is wrong",
    ],
  ])("production with %s is refused before anything is planned", (_, said, problem) => {
    const read = () => (said === null ? null : JSON.stringify(said));
    expect(() => stageFile("production", read)).toThrow(problem);
  });

  test("settings that are too long for the cloud are refused before a function is replaced", async () => {
    const keys = Array.from({ length: 90 }, () => marks.serviceSecret).join(",");
    const stage = {
      stage: "developer",
      environment: { SST_SECRET_ReceiptPublicKeys: keys },
    };
    await expect(evaluateStage(stage)).rejects.toThrow(
      /(?:Api|Dashboard)Function: its settings have \d{4} bytes, .* The longest is RECEIPT_PUBLIC_KEYS\./,
    );
  });

  test("production is protected and retained", () => {
    expect((evaluated as Graph).app).toMatchObject({ protect: true, removal: "retain-all" });
  });

  test("any other stage is removed completely, and keeps its logs for a week", () => {
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

  test("a stage's traces go where its file says, with the headers of a secret", () => {
    const traces = {
      OTEL_EXPORTER_OTLP_ENDPOINT: file.otlpEndpoint,
      OTEL_EXPORTER_OTLP_HEADERS: shell.SST_SECRET_OtlpHeaders,
    };
    for (const [name] of functions) {
      expect(environmentOf(other, name)).toMatchObject(traces);
      expect(environmentOf(evaluated as Graph, name)).not.toHaveProperty(
        "OTEL_EXPORTER_OTLP_HEADERS",
      );
    }
    const seen = other.resources.filter(({ inputs, secret }) =>
      Object.entries(inputs).some(
        ([name, value]) => JSON.stringify(value).includes("marked-token") && !secret.includes(name),
      ),
    );
    expect(seen).toEqual([]);
  });

  test("a stage with a domain uses it in links", () => {
    const { BASE_URL } = environmentOf(evaluated as Graph, "Api");
    expect(BASE_URL).toBe("https://connect.example.org");
  });

  test("a stage without one uses the edge's own name", () => {
    const { BASE_URL } = environmentOf(other, "Api");
    expect(BASE_URL).toBe("https://edgecdndistribution.cloudfront.net");
  });
});
