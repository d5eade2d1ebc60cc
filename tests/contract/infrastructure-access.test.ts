import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { stageGraph, type Graph } from "#tests/support/sst/graph.ts";

const evaluated = await stageGraph({ stage: "production" });
const roleType = "aws:iam/role:Role";
interface Trust {
  Statement: { Effect: string; Action: unknown; Principal: unknown; Condition?: unknown }[];
}

/** Who may put a role on. The provider takes the document or its text. */
function trustOf(graph: Graph, role: string): Trust["Statement"] {
  const policy: unknown = graph.inputs(roleType, role)["assumeRolePolicy"];
  return (typeof policy === "string" ? (JSON.parse(policy) as Trust) : (policy as Trust)).Statement;
}

const organization = "Null kms:EncryptionContext:organization false";
const nothingElse = "ForAllValues:StringEquals kms:EncryptionContextKeys organization|purpose";
const forPurposes = (action: string, purposes: string) => ({
  action,
  conditions: [organization, `StringEquals kms:EncryptionContext:purpose ${purposes}`, nothingElse],
});
const sends = (queue: string) => [
  `sqs:SendMessage on sqs:${queue}Queue`,
  `sqs:GetQueueAttributes on sqs:${queue}Queue`,
];
const receives = (queue: string) => [
  `sqs:ReceiveMessage on sqs:${queue}Queue`,
  `sqs:DeleteMessage on sqs:${queue}Queue`,
  `sqs:ChangeMessageVisibility on sqs:${queue}Queue`,
  `sqs:GetQueueAttributes on sqs:${queue}Queue`,
];
const wraps = "kms:GenerateDataKey on kms:DataKeys";
const asksBroker = "lambda:InvokeFunction on lambda:CredentialBrokerFunction";
const unwraps = "kms:Decrypt on kms:DataKeys";
const schedules = ["CreateSchedule", "UpdateSchedule", "DeleteSchedule"].map(
  (action) => `scheduler:${action} on scheduler:ConnectionSchedules/*`,
);

/** Everything that each role may do. What is not in here, nobody may. */
const mayDo: [role: string, grants: string[]][] = [
  ["ApiRole", [...sends("SyncQueue"), ...sends("EmissionQueue"), wraps, unwraps]],
  ["DashboardRole", [...sends("SyncQueue"), ...sends("EmissionQueue"), wraps, unwraps]],
  ["SyncWorkerRole", [...receives("SyncQueue"), ...sends("SyncQueue"), asksBroker, wraps]],
  [
    "EmissionWorkerRole",
    [...receives("EmissionQueue"), ...sends("EmissionQueue"), asksBroker, wraps, unwraps],
  ],
  ["CredentialBrokerRole", [unwraps]],
  ["DrainDeliveriesRole", [wraps, unwraps]],
  [
    "HousekeepingRole",
    [
      ...sends("SyncQueue"),
      ...sends("EmissionQueue"),
      ...schedules,
      "iam:PassRole on iam:ConnectionSchedulesRole",
      unwraps,
    ],
  ],
  [
    "ConnectionSchedulesRole",
    ["sqs:SendMessage on sqs:SyncQueueQueue", "sqs:SendMessage on sqs:ScheduleDeadLettersQueue"],
  ],
  ["Support", [unwraps]],
  ["DrainEveryMinuteRole", ["lambda:InvokeFunction on lambda:DrainDeliveriesFunction"]],
  ["HousekeepingEveryMinuteRole", ["lambda:InvokeFunction on lambda:HousekeepingFunction"]],
];

describe.skipIf(evaluated === null)("who may do what", () => {
  const graph = evaluated as Graph;

  test("there is no role but these", () => {
    const roles = graph.all(roleType).map(({ name }) => name);
    expect(roles.toSorted()).toEqual(mayDo.map(([role]) => role).toSorted());
  });

  test.each(mayDo)("%s may do this and nothing else", (role, allowed) => {
    const grants = graph.grants(role);
    expect(grants.filter(({ effect }) => effect !== "Allow")).toEqual([]);
    const done = new Set(grants.map(({ action, resource }) => `${action} on ${resource}`));
    expect([...done].toSorted()).toEqual([...new Set(allowed)].toSorted());
  });

  test.each([
    ["eventbridge-schedules.ts", "scheduler", ["HousekeepingRole"]],
    ["kms-keys.ts", "kms", ["ApiRole", "EmissionWorkerRole"]],
    ["sqs-queue.ts", "sqs", ["ApiRole", "HousekeepingRole"]],
  ])("what %s asks the cloud for is granted, and no more of it", async (file, service, roles) => {
    const source = await readFile(new URL(`../../lib/platform/${file}`, import.meta.url), "utf8");
    const asked = [...source.matchAll(/new (\w+)Command\(/g)].map(
      // A batch is asked for under the name of the single message.
      ([, command = ""]) => `${service}:${command.replace(/Batch$/, "")}`,
    );
    expect(asked.length).toBeGreaterThanOrEqual(2);
    for (const role of roles) {
      const granted = graph.grants(role).map(({ action }) => action);
      const ofService = granted.filter((action) => action.startsWith(`${service}:`));
      expect(new Set(ofService)).toEqual(new Set(asked));
    }
  });

  test("no grant reaches further than one resource of the stage", () => {
    const grants = mayDo.flatMap(([role]) => graph.grants(role));
    expect(grants.length).toBeGreaterThan(25);
    expect(grants.filter(({ action }) => action.includes("*"))).toEqual([]);
    // The connections' schedules have names that are not known yet, in a group that is.
    const open = grants.filter(({ resource }) => resource.includes("*"));
    expect(new Set(open.map(({ resource }) => resource))).toEqual(
      new Set(["scheduler:ConnectionSchedules/*"]),
    );
  });

  test.each([
    // Neither what a person typed nor what deliveries are signed with can be read by the API.
    ["ApiRole", "credential|endpoint|answer", "answer|folder"],
    // Codes are in what it seals; housekeeping opens them to mail them.
    ["DashboardRole", "endpoint|mail", "answer|folder"],
    // Nor by what shows pages of others: the broker opens one job's credential, and shows nothing.
    ["SyncWorkerRole", "credential|evidence", null],
    ["EmissionWorkerRole", "answer|evidence|folder", "answer"],
    ["CredentialBrokerRole", null, "credential"],
    ["DrainDeliveriesRole", "mail", "endpoint"],
    ["HousekeepingRole", null, "mail"],
    // People: what failed jobs saw, and nothing that anybody typed, issued or was sent.
    ["Support", null, "evidence"],
  ])(
    "%s seals and opens for a named organization and its own purposes alone",
    (role, seals, opens) => {
      const granted = graph
        .grants(role)
        .filter(({ action }) => action.startsWith("kms:"))
        .map(({ action, conditions }) => ({ action, conditions }));
      expect(granted).toEqual([
        ...(seals === null ? [] : [forPurposes("kms:GenerateDataKey", seals)]),
        ...(opens === null ? [] : [forPurposes("kms:Decrypt", opens)]),
      ]);
    },
  );

  test("support is who the stage's file names, and nobody else", () => {
    const [trust, ...others] = trustOf(graph, "Support");
    expect(others).toEqual([]);
    expect(trust).toMatchObject({
      Effect: "Allow",
      Principal: [{ type: "AWS", identifiers: ["arn:aws:iam::111122223333:user/ana"] }],
    });
  });

  test("housekeeping hands over the schedules' role, to the scheduler alone", () => {
    const [pass, ...others] = graph
      .grants("HousekeepingRole")
      .filter(({ action }) => action === "iam:PassRole");
    expect(others).toEqual([]);
    expect(pass?.conditions).toEqual(["StringEquals iam:PassedToService scheduler.amazonaws.com"]);
  });

  test("a function's role is worn by functions, a schedule's by the stage's own schedules", () => {
    const functions = mayDo.map(([role]) => role).slice(0, 7);
    for (const role of functions) {
      expect(trustOf(graph, role)).toMatchObject([
        { Effect: "Allow", Principal: { Service: "lambda.amazonaws.com" } },
      ]);
    }
    const [statement, ...others] = trustOf(graph, "ConnectionSchedulesRole");
    expect(others).toEqual([]);
    expect(statement?.Principal).toEqual([
      { type: "Service", identifiers: ["scheduler.amazonaws.com"] },
    ]);
    expect(statement?.Condition).toEqual([
      {
        test: "StringEquals",
        variable: "aws:SourceArn",
        values: [
          "arn:aws:scheduler:us-east-1:123456789012:schedule-group/connect-production-connections",
        ],
      },
    ]);
  });

  test("in addition to these there are logs, and nothing else by a policy of the cloud's own", () => {
    const managed = graph
      .all(roleType)
      .flatMap(({ inputs }) => (inputs["managedPolicyArns"] ?? []) as string[]);
    expect(managed).toHaveLength(7);
    expect(new Set(managed)).toEqual(
      new Set(["arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"]),
    );
  });
});
