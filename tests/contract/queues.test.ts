import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localRegion as region } from "#infra/local/queue-server.ts";
import { deadLettersOf } from "#infra/server/queue-schema.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import type { JobMessage, ReceivedMessage, WorkQueue } from "#lib/platform/queue.ts";
import { createSqsWorkQueue } from "#lib/platform/sqs-reader.ts";
import {
  testPostgresQueues,
  type TestQueues,
} from "#tests/support/servers/test-postgres-queues.ts";
import { testQueue } from "#tests/support/servers/test-queue.ts";

interface Scene {
  queue: WorkQueue;
  deadLetters: WorkQueue;
  /** Its work failed, and its pause is over. */
  comesAgain(message: ReceivedMessage): Promise<void>;
  /** A message that was not renewed for its whole term is free again. */
  termEnds(message: ReceivedMessage): Promise<void>;
}

let postgres: TestQueues;
beforeAll(async () => {
  postgres = await testPostgresQueues();
});
afterAll(() => postgres.close());

const scenes: Record<string, () => Promise<Scene>> = {
  "the cloud's protocol": async () => {
    const { url, deadLettersUrl, endpoint } = await testQueue(1);
    const queue = createSqsWorkQueue({ queueUrl: url, endpoint, region });
    return {
      queue,
      deadLetters: createSqsWorkQueue({ queueUrl: deadLettersUrl, endpoint, region }),
      comesAgain: async (message) => {
        await queue.failed([message]);
        await queue.extend(message, 0);
      },
      // One second: the next poll waits for it.
      termEnds: () => Promise.resolve(),
    };
  },
  "the service's own database": async () => {
    await postgres.owner("delete from pgboss.job");
    const queue = postgres.queue();
    return {
      queue,
      deadLetters: postgres.queue({ name: deadLettersOf("work") }),
      comesAgain: (message) => queue.failed([message]),
      termEnds: async ({ messageId }) => {
        const passed = "heartbeat_on = heartbeat_on - interval '1 hour'";
        await postgres.owner(`update pgboss.job set ${passed} where id = '${messageId}'`);
      },
    };
  },
};

const job = (index: number): JobMessage => ({ jobId: `sjb_${String(index).padStart(26, "0")}` });
const atOnce = { most: 10, waitSeconds: 0 };
const soon = { most: 10, waitSeconds: 20 };
const jobsOf = (messages: readonly ReceivedMessage[]): unknown[] =>
  messages.map(({ body }) => JSON.parse(body) as unknown);

describe.each(Object.keys(scenes))("a queue of %s", (kind) => {
  const scene = (): Promise<Scene> => scenes[kind]?.() ?? Promise.reject(new Error(kind));

  test("delivers a message as it was sent, with the request it serves, until it is done", async () => {
    const { queue } = await scene();
    await queue.check();
    await withRequestId("req_of_the_call", () => queue.send(job(1), { group: "org_a" }));
    const [message, ...others] = await queue.receive(soon);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      body: JSON.stringify(job(1)),
      attributes: { requestId: "req_of_the_call" },
      receives: 1,
    });
    expect(await queue.receive(atOnce)).toEqual([]);
    await queue.done(message === undefined ? [] : [message]);
    expect(await queue.receive(atOnce)).toEqual([]);
  });

  test("holds delayed messages back", async () => {
    const { queue } = await scene();
    await queue.send(job(1), { group: "org_a", delaySeconds: 30 });
    expect(await queue.receive(atOnce)).toEqual([]);
  });

  test("accepts a batch of any size completely", async () => {
    const { queue } = await scene();
    const messages = Array.from({ length: 25 }, (_, index) => ({
      message: job(index),
      options: { group: `org_${index % 3}` },
    }));
    await queue.sendBatch(messages);
    await queue.sendBatch([]);
    const arrived = new Set<unknown>();
    for (let round = 0; arrived.size < 25 && round < 50; round += 1) {
      const got = await queue.receive(atOnce);
      for (const { body } of got) arrived.add(body);
      await queue.done(got);
    }
    expect(arrived.size).toBe(25);
  });

  test("leaves a message with its reader while it is extended, and no longer", async () => {
    const { queue, termEnds } = await scene();
    await queue.send(job(1), { group: "org_a" });
    for (const message of await queue.receive(soon)) await queue.extend(message, 600);
    await queue.send(job(2), { group: "org_a" });
    for (const message of await queue.receive(soon)) await termEnds(message);
    const again = await queue.receive(soon);
    expect(jobsOf(again)).toEqual([job(2)]);
    expect(again[0]?.receives).toBe(2);
  });

  test("makes a message that failed five times a dead letter", async () => {
    const { queue, deadLetters, comesAgain } = await scene();
    await queue.send(job(7), { group: "org_a" });
    for (let receives = 1; receives <= 5; receives += 1) {
      const [message] = await queue.receive(soon);
      expect(message?.receives).toBe(receives);
      if (message !== undefined) await comesAgain(message);
    }
    expect(await queue.receive(atOnce)).toEqual([]);
    expect(jobsOf(await deadLetters.receive(soon))).toEqual([job(7)]);
  });

  test("releases a reader that is cancelled", async () => {
    const { queue } = await scene();
    const stopping = new AbortController();
    const reading = queue.receive({ most: 1, waitSeconds: 20 }, stopping.signal);
    stopping.abort();
    expect(await reading).toEqual([]);
  });
});

test.each<[string, () => WorkQueue]>([
  [
    "the cloud's protocol",
    () =>
      createSqsWorkQueue({
        queueUrl: "http://127.0.0.1:1/x",
        endpoint: "http://127.0.0.1:1",
        region,
      }),
  ],
  ["the service's own database", () => postgres.queue({ name: "none" })],
])("a missing queue of %s is not ready", async (_, queueOf) => {
  await expect(queueOf().check()).rejects.toMatchObject({ code: "service_unavailable" });
});
