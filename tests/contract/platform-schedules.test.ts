import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Clock } from "#lib/kernel/clock.ts";
import { createEventBridgeSchedules } from "#lib/platform/eventbridge-schedules.ts";
import type { Schedule, Schedules } from "#lib/platform/schedules.ts";
import { refusal } from "#tests/support/aws/protocol-server.ts";
import { startSchedulerServer, type SchedulerServer } from "#tests/support/aws/scheduler-server.ts";

const start = Date.UTC(2026, 3, 10, 12, 0, 0);
const minuteMs = 60_000;
let now = start;
const clock: Clock = { now: () => new Date(now) };

let server: SchedulerServer;
beforeAll(async () => {
  server = await startSchedulerServer(["connect-test"], clock);
});
afterAll(() => server.close());
beforeEach(() => {
  now = start;
  server.schedules.clear();
  server.requests.length = 0;
  server.mishaps.length = 0;
});

const target = {
  groupName: "connect-test",
  targetArn: "arn:aws:sqs:us-east-1:000000000000:connect-test-syncs",
  roleArn: "arn:aws:iam::000000000000:role/connect-test-scheduler",
  deadLettersArn: "arn:aws:sqs:us-east-1:000000000000:connect-test-dead-letters",
};
const cloud = (groupName = target.groupName): Schedules =>
  createEventBridgeSchedules({
    ...target,
    groupName,
    region: "us-east-1",
    endpoint: server.endpoint,
  });

interface Scene {
  schedules: Schedules;
  /** The connections whose schedule is due at the clock's current time. */
  due(): Promise<string[]>;
}

const scene = (): Scene => ({
  schedules: cloud(),
  due: async () =>
    server
      .fireDue()
      .map(({ input }) => (JSON.parse(input) as { connectionId: string }).connectionId),
});

const one = "conn_01aaaaaaaaaaaaaaaaaaaaaaaa";
const two = "conn_01bbbbbbbbbbbbbbbbbbbbbbbb";
const schedule = (over: Partial<Schedule> = {}): Schedule => ({
  connectionId: one,
  organizationId: "org_a",
  everyMinutes: 60,
  firstAt: new Date(start + 7 * minuteMs),
  ...over,
});

/** The minutes after the start at which each connection fired, checked minute by minute. */
async function firings({ due }: Scene, minutes: number): Promise<Record<string, number[]>> {
  const seen: Record<string, number[]> = {};
  const until = now + minutes * minuteMs;
  for (; now <= until; now += minuteMs) {
    for (const id of await due()) (seen[id] ??= []).push((now - start) / minuteMs);
  }
  now -= minuteMs;
  return seen;
}

describe("the scheduler's", () => {
  test("fire first at the given time, and then periodically", async () => {
    const at = scene();
    await at.schedules.put(schedule());
    await at.schedules.put(
      schedule({ connectionId: two, everyMinutes: 45, firstAt: new Date(start + minuteMs) }),
    );
    expect(await firings(at, 140)).toEqual({ [one]: [7, 67, 127], [two]: [1, 46, 91, 136] });
  });

  test("put twice are one", async () => {
    const at = scene();
    await at.schedules.put(schedule());
    await at.schedules.put(schedule());
    expect(await firings(at, 10)).toEqual({ [one]: [7] });
  });

  test("accept another period", async () => {
    const at = scene();
    await at.schedules.put(schedule());
    await at.schedules.put(schedule({ everyMinutes: 1, firstAt: new Date(start + 65 * minuteMs) }));
    expect(await firings(at, 67)).toEqual({ [one]: [65, 66, 67] });
  });

  test("are silent while paused, which changes nothing when repeated, and run when put again", async () => {
    const at = scene();
    await at.schedules.put(schedule());
    await at.schedules.put(schedule({ connectionId: two }));
    // A start in the past must not prevent the pause.
    expect(await firings(at, 20)).toEqual({ [one]: [7], [two]: [7] });
    await at.schedules.pause(schedule());
    await at.schedules.pause(schedule());
    expect(await firings(at, 100)).toEqual({ [two]: [67] });
    await at.schedules.put(schedule({ firstAt: new Date(start + 187 * minuteMs) }));
    expect(await firings(at, 70)).toEqual({ [one]: [187], [two]: [127, 187] });
  });

  test("pausing a missing one registers nothing", async () => {
    const at = scene();
    await at.schedules.pause(schedule());
    expect(await firings(at, 100)).toEqual({});
  });

  test("are gone when removed, which changes nothing when repeated, and can be put again", async () => {
    const at = scene();
    await at.schedules.put(schedule());
    await at.schedules.remove(one);
    await at.schedules.remove(one);
    await at.schedules.remove(two);
    expect(await firings(at, 100)).toEqual({});
    await at.schedules.put(schedule({ firstAt: new Date(start + 105 * minuteMs) }));
    expect(await firings(at, 10)).toEqual({ [one]: [105] });
  });
});

const bodies = () => server.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const lines = () => server.requests.map(({ method, path }) => `${method} ${path}`);
const throttling = {
  kind: "answer",
  answer: refusal(429, "ThrottlingException", "slow down"),
} as const;

test("a creation names group, period, target, role, few retries and the dead letters", async () => {
  await cloud().put(schedule());
  expect(lines()).toEqual([`POST /schedules/${one}`]);
  const [body] = bodies();
  const { ClientToken, ...rest } = body ?? {};
  expect(ClientToken).toMatch(/^[0-9a-f-]{36}$/);
  expect(rest).toEqual({
    GroupName: "connect-test",
    ScheduleExpression: "rate(60 minutes)",
    StartDate: (start + 7 * minuteMs) / 1000,
    State: "ENABLED",
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: {
      Arn: target.targetArn,
      RoleArn: target.roleArn,
      Input: JSON.stringify({ connectionId: one }),
      RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 3600 },
      DeadLetterConfig: { Arn: target.deadLettersArn },
    },
  });
  expect(server.unsigned).toEqual([]);
});

test("an existing one is updated completely, paused completely except for its start, and deleted", async () => {
  await cloud().put(schedule());
  await cloud().put(schedule({ everyMinutes: 1 }));
  await cloud().pause(schedule({ everyMinutes: 1 }));
  await cloud().remove(one);
  expect(lines()).toEqual([
    `POST /schedules/${one}`,
    `POST /schedules/${one}`,
    `PUT /schedules/${one}`,
    `PUT /schedules/${one}`,
    `DELETE /schedules/${one}`,
  ]);
  const [, , updated = {}, paused = {}] = server.requests
    .slice(0, 4)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(updated["ScheduleExpression"]).toBe("rate(1 minute)");
  expect(paused["State"]).toBe("DISABLED");
  expect(paused["StartDate"]).toBeUndefined();
  expect(paused["Target"]).toEqual(updated["Target"]);
  const query = server.requests.at(-1)?.query;
  expect(query?.get("groupName")).toBe("connect-test");
  expect(query?.get("clientToken")).toMatch(/^[0-9a-f-]{36}$/);
  expect(server.schedules.size).toBe(0);
  expect(server.unsigned).toEqual([]);
});

test("a request whose answer was lost is repeated with the same token, and counts once", async () => {
  server.mishaps.push({ kind: "lost" });
  await cloud().put(schedule());
  expect(lines()).toEqual([`POST /schedules/${one}`, `POST /schedules/${one}`]);
  const tokens = bodies().map((body) => body["ClientToken"]);
  expect(new Set(tokens).size).toBe(1);
});

test("removed and put again within a minute it exists: no token is used for two requests", async () => {
  await cloud().put(schedule());
  await cloud().remove(one);
  await cloud().put(schedule());
  expect(server.schedules.size).toBe(1);
});

test("one removed between creation and update is created after all", async () => {
  await cloud().put(schedule());
  server.mishaps.push(
    { kind: "answer", answer: refusal(409, "ConflictException", "exists") },
    { kind: "answer", answer: refusal(404, "ResourceNotFoundException", "gone") },
  );
  server.schedules.clear();
  await cloud().put(schedule());
  expect(server.schedules.size).toBe(1);
});

test("throttled requests are repeated; a scheduler that keeps throttling is service_unavailable", async () => {
  server.mishaps.push(throttling, throttling);
  await cloud().put(schedule());
  expect(server.schedules.size).toBe(1);
  server.mishaps.push(throttling, throttling, throttling);
  await expect(cloud().remove(one)).rejects.toMatchObject({ code: "service_unavailable" });
  expect(server.schedules.size).toBe(1);
});

test("a missing group is our fault, not a missing schedule", async () => {
  await expect(cloud("elsewhere").put(schedule())).rejects.toMatchObject({
    name: "ResourceNotFoundException",
  });
});

test.each([["a".repeat(65)], [""], ["conn/1"], ["conn 1"], ["conexión"]])(
  "%j cannot name a schedule, and no request is made",
  async (connectionId) => {
    await expect(cloud().put(schedule({ connectionId }))).rejects.toThrow(RangeError);
    await expect(cloud().remove(connectionId)).rejects.toThrow(RangeError);
    expect(server.requests).toEqual([]);
  },
);
