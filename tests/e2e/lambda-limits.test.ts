import { afterAll, beforeAll, expect, test } from "vitest";
import { periodoOf } from "#lib/chile/index.ts";
import type { ReceivedMessage, QueueBatchAnswer } from "#lib/platform/queue.ts";
import { newCaller, type Caller } from "#tests/support/lambda/callers.ts";
import { deploy, type Deployment } from "#tests/support/lambda/deployment.ts";
import { createEventSource } from "#tests/support/lambda/event-source.ts";
import { queueEvent, urlEvent } from "#tests/support/lambda/events.ts";
import { createLambda } from "#tests/support/lambda/lambda.ts";
import { stageFunction } from "#tests/support/lambda/stage.ts";
import { mainLogin } from "#tests/support/scenes/sync-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

/** Thirty of these seconds are for the logout. */
const workerTimeoutMs = 50_000;

let deployment: Deployment;
let caller: Caller;
beforeAll(async () => {
  deployment = await deploy({
    functions: ["api", "sync-worker"],
    timeoutsMs: { "sync-worker": workerTimeoutMs, api: 15_000 },
  });
  caller = await newCaller(deployment);
});
afterAll(() => deployment.close());

const portalLog = async (): Promise<Record<string, number>> =>
  (await deployment.sandbox.control<Record<string, number>>("GET", "/portals/banco_a/log")).body;

const fault = (body: object): Promise<unknown> =>
  deployment.sandbox.control("POST", "/portals/banco_a/faults", body);

test("a worker whose time runs out logs out before the platform ends it", async () => {
  const connection = await caller.connect("banco_a", { ...mainLogin }, mainLogin.empresa);
  const periodo = periodoOf(deployment.clock.now());
  const worker = deployment.lambda("sync-worker");
  await fault({ kind: "slow", times: 100, delayMs: 1_000 });
  const asked = await caller.call("banco_a.conexion.sincronizar", { periodo }, { connection });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const fed = createEventSource(deployment.syncs, worker).feed();
  await pollUntil(portalLog, ({ logins }) => logins === 1, 45);
  await deployment.sandbox.control("DELETE", "/portals/banco_a/faults");
  await fault({ kind: "hang", delayMs: 600_000 });

  expect(await fed, worker.logs()).toBe(0);
  expect(await portalLog()).toMatchObject({ logins: 1, logouts: 1 });
  // Returned for another try, not left running until somebody finds it dead.
  const text = "select status, attempts from sync_jobs where connection_id = $1";
  const jobs = await deployment.api.database.owner(text, [connection]);
  expect(jobs, worker.logs()).toEqual([{ status: "queued", attempts: 1 }]);
}, 180_000);

test("an invalid message is returned, and the others of its batch are not", async () => {
  const message = (messageId: string, body: string): ReceivedMessage => ({
    messageId,
    body,
    receiptHandle: messageId,
    receives: 1,
    attributes: {},
  });
  const unknown = JSON.stringify({ jobId: `sjb_${"0".repeat(26)}` });
  const answer = await deployment
    .lambda("sync-worker")
    .invoke<QueueBatchAnswer>(queueEvent([message("a", unknown), message("b", "not JSON")]));
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "b" }] });
});

test("a hanging call is ended with its process, and the next one has a new process", async () => {
  const api = deployment.lambda("api");
  expect((await caller.call("core.timestamp.now", {})).status).toBe(200);
  const { pid } = api;
  // The network swallows what is sent on a recently used connection.
  deployment.sockets.forget();
  const path = "/v1/tools/core.timestamp.now/execute";
  const headers = { authorization: `Bearer ${caller.key}`, "content-type": "application/json" };
  const event = urlEvent({ method: "POST", path, headers, body: '{"input":{}}' });
  expect(await api.outcome(event)).toEqual({ kind: "timed_out" });
  expect(api.pid).toBeNull();
  expect((await caller.call("core.timestamp.now", {})).status).toBe(200);
  expect(api.pid).not.toBe(pid);
});

test("an unconfigured function ends before its first event, and says what is missing", async () => {
  const staged = await stageFunction("housekeeping");
  const { clock } = deployment;
  const lambda = createLambda({ package: staged, timeoutMs: 10_000, clock, env: {} });
  await expect(lambda.invoke({})).rejects.toThrow(/ConfigError.*DATABASE_URL.*SYNC_QUEUE_URL/s);
  await lambda.close();
});
