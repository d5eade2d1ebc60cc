import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { stageGraph, type Graph } from "#tests/support/sst/graph.ts";

const evaluated = await stageGraph({ stage: "production" });
const roleType = "aws:iam/role:Role";
interface Trust {
  Statement: { Effect: string; Action: unknown; Principal: unknown; Condition?: unknown }[];
}

/** Who may assume a role. The provider accepts the document or its text. */
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

/** Everything that each role may do. Anything else is forbidden. */
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

  test("there are no other roles", () => {
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
  ])("what %s calls in the cloud is granted, and nothing more", async (file, service, roles) => {
    const source = await readFile(new URL(`../../lib/platform/${file}`, import.meta.url), "utf8");
    const asked = [...source.matchAll(/new (\w+)Command\(/g)].map(
      // A batch needs the permission for a single message.
      ([, command = ""]) => `${service}:${command.replace(/Batch$/, "")}`,
    );
    expect(asked.length).toBeGreaterThanOrEqual(2);
    for (const role of roles) {
      const granted = graph.grants(role).map(({ action }) => action);
      const ofService = granted.filter((action) => action.startsWith(`${service}:`));
      expect(new Set(ofService)).toEqual(new Set(asked));
    }
  });

  test("no grant reaches beyond one resource of the stage", () => {
    const grants = mayDo.flatMap(([role]) => graph.grants(role));
    expect(grants.length).toBeGreaterThan(25);
    expect(grants.filter(({ action }) => action.includes("*"))).toEqual([]);
    // The connections' schedules have names that are not known yet, in a known group.
    const open = grants.filter(({ resource }) => resource.includes("*"));
    expect(new Set(open.map(({ resource }) => resource))).toEqual(
      new Set(["scheduler:ConnectionSchedules/*"]),
    );
  });

  test.each([
    // The API cannot read what a person typed or what signs deliveries.
    ["ApiRole", "credential|endpoint|answer", "answer|folder"],
    // It seals codes; housekeeping opens them to mail them.
    ["DashboardRole", "endpoint|mail", "answer|folder"],
    // Nor can the workers that show other sites' pages: the broker opens one job's credential, and shows nothing.
    ["SyncWorkerRole", "credential|evidence", null],
    ["EmissionWorkerRole", "answer|evidence|folder", "answer"],
    ["CredentialBrokerRole", null, "credential"],
    ["DrainDeliveriesRole", "mail", "endpoint"],
    ["HousekeepingRole", null, "mail"],
    // People may open what failed jobs saw, and nothing that anybody typed, issued or was sent.
    ["Support", null, "evidence"],
  ])(
    "%s seals and opens only for a named organization and its own purposes",
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

  test("support is exactly the people in the stage's file", () => {
    const [trust, ...others] = trustOf(graph, "Support");
    expect(others).toEqual([]);
    expect(trust).toMatchObject({
      Effect: "Allow",
      Principal: [{ type: "AWS", identifiers: ["arn:aws:iam::111122223333:user/ana"] }],
    });
  });

  test("housekeeping passes on the schedules' role, only to the scheduler", () => {
    const [pass, ...others] = graph
      .grants("HousekeepingRole")
      .filter(({ action }) => action === "iam:PassRole");
    expect(others).toEqual([]);
    expect(pass?.conditions).toEqual(["StringEquals iam:PassedToService scheduler.amazonaws.com"]);
  });

  test("only functions assume a function's role, and only the stage's own schedules a schedule's", () => {
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

  test("the only other policy is the cloud's own for logs", () => {
    const managed = graph
      .all(roleType)
      .flatMap(({ inputs }) => (inputs["managedPolicyArns"] ?? []) as string[]);
    expect(managed).toHaveLength(7);
    expect(new Set(managed)).toEqual(
      new Set(["arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"]),
    );
  });
});
