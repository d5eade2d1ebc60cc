import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { JobMessage } from "#lib/platform/queue.ts";
import { bundleChild } from "#tests/support/processes/bundled-child.ts";
import { silentLog } from "#tests/support/log.ts";
import { asOwner } from "#tests/support/databases/as-owner.ts";
import {
  testPostgresQueues,
  type TestQueues,
} from "#tests/support/servers/test-postgres-queues.ts";
import { pollUntil } from "#tests/support/poll-until.ts";
import { installQueues, wakeUps } from "./queue-schema.ts";
import { openPostgresQueues, superviseSeconds } from "./queues.ts";

let queues: TestQueues;
beforeAll(async () => {
  queues = await testPostgresQueues();
});
afterAll(() => queues.close());
beforeEach(async () => {
  await queues.owner("delete from pgboss.job");
});

const job = (index: number): JobMessage => ({ jobId: `sjb_${String(index).padStart(26, "0")}` });
const one = { most: 1, waitSeconds: 0 };
const soon = { most: 1, waitSeconds: 10 };
const idOf = ({ body }: { body: string }): string => (JSON.parse(body) as JobMessage).jobId;

test("two hundred messages of one organization do not delay another's", async () => {
  const queue = queues.queue({ perGroup: 3 });
  const many = Array.from({ length: 200 }, (_, index) => ({
    message: job(index),
    options: { group: "org_a" },
  }));
  await queue.sendBatch(many);
  await queue.send(job(1_000), { group: "org_b" });
  const held = [];
  // Four browsers ask at once.
  for (const messages of await Promise.all([1, 2, 3, 4].map(() => queue.receive(one)))) {
    held.push(...messages);
  }
  expect(held).toHaveLength(4);
  expect(held.map(idOf)).toContain(job(1_000).jobId);
  expect(await queue.receive(one)).toEqual([]);
  // When one is done, the same organization's next one gets its turn.
  await queue.done(held.filter((message) => idOf(message) !== job(1_000).jobId).slice(0, 1));
  expect(await queue.receive(one)).toHaveLength(1);
  expect(await queue.receive(one)).toEqual([]);
});

test("a second wake-up of a waiting job is dropped, and a delayed one does not block an immediate one", async () => {
  const queue = queues.queue();
  await queue.send(job(1), { group: "org_a", delaySeconds: 600 });
  await queue.send(job(1), { group: "org_a" });
  await queue.send(job(1), { group: "org_a" });
  const [first] = await queue.receive(one);
  expect(first).toMatchObject({ body: JSON.stringify(job(1)) });
  expect(await queue.receive(one)).toEqual([]);
  // During its work something new may have arrived.
  await queue.send(job(1), { group: "org_a" });
  expect(await queue.receive(one)).toHaveLength(1);
});

test("another server gets what a killed server held, and its own late result changes nothing", async () => {
  const queue = queues.queue();
  await queue.send(job(1), { group: "org_a" });
  const start = await bundleChild<{ url: string }>("tests/support/processes/queue-holder.ts");
  const holder = start({ url: queues.url });
  await pollUntil(
    () => Promise.resolve(holder.output()),
    ({ stdout }) => stdout.includes("holds"),
    30,
  );
  const [held] = await queues.owner(
    "select id, retry_count from pgboss.job where state = 'active'",
  );
  holder.process.kill("SIGKILL");
  await once(holder.process, "close");
  expect(await queue.receive(one)).toEqual([]);
  // The term of a message that was not renewed has passed.
  await queues.owner(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '${wakeUps.heartbeatSeconds} s'`,
  );
  const [again] = await queue.receive(soon);
  expect(again).toMatchObject({ body: JSON.stringify(job(1)), receives: 2 });
  const late = { receiptHandle: `${String(held?.["id"])} ${String(held?.["retry_count"])}` };
  await queue.done([late]);
  await queue.failed([late]);
  const [row] = await queues.owner("select state, retry_count from pgboss.job");
  expect(row).toEqual({ state: "active", retry_count: 1 });
}, 60_000);

test("a dead server's messages return within three minutes", () => {
  const { heartbeatSeconds, retryDelay } = wakeUps;
  expect(heartbeatSeconds + superviseSeconds + retryDelay).toBeLessThan(180);
});

test("recreated queues keep their waiting messages, and take new terms", async () => {
  const queue = queues.queue();
  await queue.send(job(1), { group: "org_a" });
  const { ownerUrl } = queues;
  await Promise.all([
    installQueues(ownerUrl, ["work"], { ...wakeUps, retryDelay: 0 }),
    installQueues(ownerUrl, ["work"], { ...wakeUps, retryDelay: 0 }),
  ]);
  expect(await queue.receive(one)).toHaveLength(1);
});

test("the role that answers calls can neither read the queues' own tables nor wake through them", async () => {
  await expect(asOwner(queues.appUrl, "select * from pgboss.job")).rejects.toThrow(
    "permission denied for schema pgboss",
  );
});

test("without queues the error says how to make them", async () => {
  const away = openPostgresQueues({
    url: queues.url.replace(/\/[^/]+$/, "/postgres"),
    browsers: { sync: 1, emission: 1 },
    log: silentLog,
  });
  await expect(away.syncs.check()).rejects.toMatchObject({
    code: "service_unavailable",
    cause: { message: expect.stringContaining('"npm run migrate" makes them') },
  });
  await away.close();
});
