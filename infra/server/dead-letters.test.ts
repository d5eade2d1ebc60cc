import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localRegion as region } from "#infra/local/queue-server.ts";
import type { WorkQueue } from "#lib/platform/queue.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { createSqsReader, createSqsWorkQueue } from "#lib/platform/sqs-reader.ts";
import { silentLog } from "#tests/support/log.ts";
import {
  testPostgresQueues,
  type TestQueues,
} from "#tests/support/servers/test-postgres-queues.ts";
import { testQueue } from "#tests/support/servers/test-queue.ts";
import { openDeadLetters, type DeadLetters } from "./dead-letters.ts";
import { installQueues, wakeUps } from "./queue-schema.ts";

let postgres: TestQueues;
beforeAll(async () => {
  postgres = await testPostgresQueues();
  await installQueues(postgres.ownerUrl, ["syncs", "emissions"], { ...wakeUps, retryLimit: 0 });
});
afterAll(() => postgres.close());

type Which = "sync" | "emission";

interface Scene {
  queue: WorkQueue;
  letters: DeadLetters;
  /** Its work fails for the last time. */
  die(jobId: string): Promise<void>;
}

const soon = { most: 1, waitSeconds: 10 };

const scenes: Record<string, (which: Which) => Promise<Scene>> = {
  "the service's own database": async (which) => {
    const name = which === "sync" ? "syncs" : "emissions";
    const queue = postgres.queue({ name });
    return {
      queue,
      letters: openDeadLetters(which, { WORKER_DATABASE_URL: postgres.url }, silentLog),
      die: async (jobId) => {
        await queue.send({ jobId }, { group: "org_a" });
        await queue.failed(await queue.receive(soon));
      },
    };
  },
  "the cloud's protocol": async (which) => {
    const { url, deadLettersUrl, endpoint } = await testQueue();
    const place = { endpoint, region };
    const dead = createSqsWorkQueue({ queueUrl: deadLettersUrl, ...place });
    const name = which.toUpperCase();
    const urls = { [`${name}_QUEUE_URL`]: url, [`${name}_DEAD_LETTERS_URL`]: deadLettersUrl };
    return {
      queue: createSqsWorkQueue({ queueUrl: url, ...place }),
      letters: openDeadLetters(which, urls, silentLog, place),
      die: (jobId) => dead.send({ jobId }, { group: "org_a" }),
    };
  },
};

test("a schedule's wake-up is listed and sent back like a job's, and an unreadable one stays", async () => {
  const { url, deadLettersUrl, endpoint } = await testQueue();
  const place = { endpoint, region };
  const dead = createSqsQueue<object>({ queueUrl: deadLettersUrl, ...place });
  const queue = createSqsReader({ queueUrl: url, ...place });
  const urls = { SYNC_QUEUE_URL: url, SYNC_DEAD_LETTERS_URL: deadLettersUrl };
  const letters = openDeadLetters("sync", urls, silentLog, place);
  const wakeUps = [{ jobId: "sjb_1" }, { connectionId: "conn_1" }, { jobId: "sjb_2" }];
  const group = "org_a";
  for (const message of wakeUps) await dead.send(message, { group });
  await dead.send({ other: "thing" }, { group });

  const unreadable = { unreadable: '{"other":"thing"}' };
  const listed = await letters.list();
  expect(listed).toHaveLength(4);
  expect(listed).toEqual(expect.arrayContaining([...wakeUps, unreadable]));
  expect(await letters.redrive()).toBe(3);
  expect(await letters.list()).toEqual([unreadable]);
  const back = new Set<unknown>();
  while (back.size < wakeUps.length) {
    const came = await queue.receive(soon);
    expect(came).toHaveLength(1);
    await queue.done(came);
    back.add(came[0]?.body);
  }
  expect(back).toEqual(new Set(wakeUps.map((message) => JSON.stringify(message))));
});

describe.each(Object.keys(scenes))("dead letters of %s", (kind) => {
  const sceneOf = (which: Which): Promise<Scene> =>
    scenes[kind]?.(which) ?? Promise.reject(new Error(kind));

  test("are listed, and listing removes none", async () => {
    const { letters, die } = await sceneOf("sync");
    await die("sjb_1");
    expect(await letters.list()).toEqual([{ jobId: "sjb_1" }]);
    expect(await letters.list()).toEqual([{ jobId: "sjb_1" }]);
    await letters.purge();
    await letters.close();
  });

  test("of syncs are sent back, each once", async () => {
    const { letters, die, queue } = await sceneOf("sync");
    await die("sjb_1");
    await die("sjb_2");
    expect(await letters.redrive()).toBe(2);
    expect(await letters.list()).toEqual([]);
    const back = [...(await queue.receive(soon)), ...(await queue.receive(soon))];
    expect(back.map(({ body }) => body).toSorted()).toEqual([
      '{"jobId":"sjb_1"}',
      '{"jobId":"sjb_2"}',
    ]);
    await queue.done(back);
    await letters.close();
  });

  test("of emissions are dropped, and nothing is sent", async () => {
    const { letters, die, queue } = await sceneOf("emission");
    await die("sjb_1");
    expect(await letters.purge()).toBe(1);
    expect(await letters.list()).toEqual([]);
    expect(await queue.receive({ most: 1, waitSeconds: 0 })).toEqual([]);
    await letters.close();
  });
});
