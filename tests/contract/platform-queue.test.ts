import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLocalQueue, localRegion as region } from "#infra/local/queue-server.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import type { JobMessage, SendOptions } from "#lib/platform/queue.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { createSqsReader } from "#lib/platform/sqs-reader.ts";
import { refusal, type ProtocolServer } from "#tests/support/aws/protocol-server.ts";
import { startQueueRecorder } from "#tests/support/aws/queue-recorder.ts";
import { serverOfRun } from "#tests/support/servers/server-of-run.ts";

// The only queue server there is, local mode's own, behind a recorder that checks each request.
let recorder: ProtocolServer;
beforeAll(async () => {
  recorder = await startQueueRecorder((await serverOfRun("queues")).endpoint);
});
afterAll(() => recorder.close());
beforeEach(() => {
  recorder.requests.length = 0;
  recorder.mishaps.length = 0;
});

async function scene() {
  const { endpoint } = recorder;
  const name = `contract-${randomBytes(6).toString("hex")}`;
  const server = await serverOfRun("queues");
  const { url } = await createLocalQueue(server.endpoint, name, 60);
  return {
    url,
    queue: createSqsQueue({ queueUrl: url, region, endpoint }),
    reader: createSqsReader({ queueUrl: url, region, endpoint }),
  };
}

const job = (index: number): JobMessage => ({ jobId: `sjb_${String(index).padStart(26, "0")}` });
const atOnce = { most: 10, waitSeconds: 0 };
const sent = (target: string) =>
  recorder.requests
    .filter(({ headers }) => headers["x-amz-target"] === `AmazonSQS.${target}`)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

test("a message is the job's id and its organization's group, in the service's own protocol", async () => {
  const { queue, reader, url } = await scene();
  await queue.send(job(1), { group: "org_a" });
  expect(sent("SendMessage")).toEqual([
    { QueueUrl: url, MessageBody: JSON.stringify(job(1)), MessageGroupId: "org_a" },
  ]);
  expect(recorder.requests[0]?.headers["content-type"]).toBe("application/x-amz-json-1.0");
  const [message, ...others] = await reader.receive(atOnce);
  expect(others).toEqual([]);
  expect(JSON.parse(message?.body ?? "")).toEqual(job(1));
  expect(message?.receives).toBe(1);
  expect(recorder.unsigned).toEqual([]);
});

test("a message names the request it serves, the sender's own or a given one", async () => {
  const { queue, reader } = await scene();
  await withRequestId("req_of_the_call", () => queue.send(job(1), { group: "org_a" }));
  await queue.send(job(2), { group: "org_a", requestId: "req_of_the_row" });
  await queue.send(job(3), { group: "org_a" });
  const got = await reader.receive(atOnce);
  const named = got.map(({ body, attributes }) => [JSON.parse(body) as JobMessage, attributes]);
  expect(named).toEqual([
    [job(1), { requestId: "req_of_the_call" }],
    [job(2), { requestId: "req_of_the_row" }],
    [job(3), {}],
  ]);
  expect(recorder.unsigned).toEqual([]);
});

test("a delay is limited to the service's longest", async () => {
  const { queue, reader } = await scene();
  await queue.send(job(1), { group: "org_a", delaySeconds: 30 });
  await queue.send(job(2), { group: "org_a", delaySeconds: 4_000 });
  expect(sent("SendMessage").map((body) => body["DelaySeconds"])).toEqual([30, 900]);
  expect(await reader.receive(atOnce)).toEqual([]);
});

test("a batch of any size arrives complete, each message in its group, ten per request", async () => {
  const { queue, reader } = await scene();
  const messages = Array.from({ length: 25 }, (_item, index) => ({
    message: job(index),
    options: { group: `org_${index % 3}` } satisfies SendOptions,
  }));
  await queue.sendBatch(messages);
  await queue.sendBatch([]);
  const batches = sent("SendMessageBatch").map(({ Entries }) => Entries as object[]);
  expect(batches.map((entries) => entries.length)).toEqual([10, 10, 5]);
  expect(batches[2]?.[4]).toEqual({
    Id: "4",
    MessageBody: JSON.stringify(job(24)),
    MessageGroupId: "org_0",
  });
  const arrived = new Set<string>();
  for (let round = 0; arrived.size < 25 && round < 50; round++) {
    const got = await reader.receive(atOnce);
    for (const { body } of got) arrived.add((JSON.parse(body) as JobMessage).jobId);
    await reader.done(got);
  }
  expect(arrived.size).toBe(25);
  expect(await reader.receive(atOnce)).toEqual([]);
});

test("a batch with one refused message does not count as sent", async () => {
  const { queue } = await scene();
  const answer = (SenderFault: boolean) => ({
    kind: "answer" as const,
    answer: {
      status: 200,
      body: JSON.stringify({
        Successful: [],
        Failed: [{ Id: "0", Code: "InternalError", SenderFault }],
      }),
    },
  });
  const one = [{ message: job(1), options: { group: "org_a" } }];
  recorder.mishaps.push(answer(false));
  await expect(queue.sendBatch(one)).rejects.toMatchObject({ code: "service_unavailable" });
  recorder.mishaps.push(answer(true));
  await expect(queue.sendBatch(one)).rejects.toThrow("refused a message of a batch");
});

test("a queue that does not end its answer is asked again, as one that does not answer", async () => {
  const { queue, reader } = await scene();
  recorder.mishaps.push({ kind: "stalled" });
  await queue.send(job(1), { group: "org_a" });
  expect(sent("SendMessage")).toHaveLength(2);
  const got = await reader.receive(atOnce);
  expect(got.map(({ body }) => JSON.parse(body) as JobMessage)).toEqual([job(1)]);
});

test("a failing queue is retried, and then service_unavailable; a missing one is not ready", async () => {
  const { queue } = await scene();
  const failure = { kind: "answer", answer: refusal(503, "ServiceUnavailable", "") } as const;
  recorder.mishaps.push(failure, failure);
  await queue.send(job(1), { group: "org_a" });
  recorder.mishaps.push(failure, failure, failure);
  const refused = queue.send(job(2), { group: "org_a" });
  await expect(refused).rejects.toMatchObject({ code: "service_unavailable" });
  await queue.check();
  const missing = createSqsQueue({
    queueUrl: `${recorder.endpoint}/000000000000/none`,
    region,
    endpoint: recorder.endpoint,
  });
  await expect(missing.check()).rejects.toMatchObject({ code: "service_unavailable" });
  await expect(missing.send(job(3), { group: "org_a" })).rejects.toMatchObject({
    name: "QueueDoesNotExist",
  });
});
