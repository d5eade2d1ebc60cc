import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localRegion } from "#infra/local/queue-server.ts";
import { sqsClient } from "#lib/platform/sqs-queue.ts";
import { newCaller, type Caller } from "#tests/support/lambda/callers.ts";
import { deploy, syncQueueArn, type Deployment } from "#tests/support/lambda/deployment.ts";
import { createEventSource } from "#tests/support/lambda/event-source.ts";
import { scheduleEvent } from "#tests/support/lambda/events.ts";
import { mainLogin } from "#tests/support/scenes/sync-scene.ts";

let deployment: Deployment;
let caller: Caller;
let connection: string;
beforeAll(async () => {
  deployment = await deploy({ functions: ["housekeeping", "sync-worker"] });
  caller = await newCaller(deployment);
  connection = await caller.connect("banco_a", { ...mainLogin }, mainLogin.empresa);
});
afterAll(() => deployment.close());

const housekeeping = (): Promise<unknown> =>
  deployment.lambda("housekeeping").invoke(scheduleEvent(deployment.clock.now()));

async function jobs(): Promise<unknown[]> {
  const text = "select distinct trigger, status from sync_jobs where connection_id = $1";
  return deployment.api.database.owner(text, [connection]);
}

/** Sends what has become due to the schedules' targets. */
async function fire(): Promise<number> {
  const sqs = await sqsClient({ region: localRegion, endpoint: deployment.syncs.endpoint });
  const due = deployment.scheduler.fireDue();
  for (const { target, input } of due) {
    expect(target).toBe(syncQueueArn);
    await sqs.send(new SendMessageCommand({ QueueUrl: deployment.syncs.url, MessageBody: input }));
  }
  sqs.destroy();
  return due.length;
}

test("a connection gets its schedule, and when that fires the worker syncs it", async () => {
  await housekeeping();
  expect(deployment.scheduler.schedules.size).toBe(1);
  const stored = "select count(distinct codigo)::int as codes from indicator_values";
  expect(await deployment.api.database.owner(stored)).not.toEqual([{ codes: 0 }]);

  deployment.clock.advance(24 * 3_600_000);
  expect(await fire()).toBeGreaterThan(0);
  const source = createEventSource(deployment.syncs, deployment.lambda("sync-worker"));
  for (let fed = await source.feed(2); fed !== null; fed = await source.feed(2)) {
    expect(fed, deployment.lambda("sync-worker").logs()).toBe(0);
  }
  expect(await jobs(), deployment.lambda("sync-worker").logs()).toEqual([
    { trigger: "scheduled", status: "succeeded" },
  ]);
}, 300_000);

test("frozen for an hour, its sockets cut, the same process does its chores again", async () => {
  const { pid } = deployment.lambda("housekeeping");
  deployment.sockets.cut();
  deployment.clock.advance(3_600_000);
  const update = "update connections set disabled_at = now() where id = $1";
  await deployment.api.database.owner(update, [connection]);
  await housekeeping();
  expect(deployment.scheduler.schedules.size).toBe(0);
  expect(deployment.lambda("housekeeping").pid).toBe(pid);
});
