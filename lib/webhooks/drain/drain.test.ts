import { afterAll, beforeAll, expect, test } from "vitest";
import { createSender } from "#lib/egress/index.ts";
import { flood } from "#tests/support/scenes/webhook-flood.ts";
import { webhookScene, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { drainDeliveries } from "./drain.ts";
import { drainLimits } from "./policy.ts";

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

test("when its time is over, a drain leaves deliveries it had not started as they were", async () => {
  const owner = await scene.owner();
  const names = Array.from({ length: 20 }, (_, n) => `lenta-${n}`);
  const made = await Promise.all(names.map((name) => scene.endpoint(owner, name)));
  const flooded = made.map(({ id }) => ({ organizationId: owner.id, endpointId: id }));
  await flood(scene, flooded, 4);
  const sent = () => scene.countOf(names.map((name) => ({ name })));

  const sender = createSender({ maxSocketsPerEndpoint: drainLimits.perEndpoint });
  const report = await drainDeliveries(
    { ...scene.deps, sender },
    () => (sent() >= 10 ? 0 : 600_000),
    { ...drainLimits, concurrency: 2 },
  );
  expect(report).toMatchObject({ claimed: sent(), delivered: sent(), retried: 0, failed: 0 });
  expect(sent()).toBeLessThan(80);
  const rows = await scene.database.owner(
    `select status, attempts, count(*)::int as count from webhook_deliveries
     where endpoint_id = any($1) group by status, attempts order by status`,
    [made.map(({ id }) => id)],
  );
  expect(rows).toEqual([
    { status: "delivered", attempts: 1, count: sent() },
    { status: "pending", attempts: 0, count: 80 - sent() },
  ]);

  await scene.drain();
  expect(sent()).toBe(80);
});

test("deliveries that wait behind hanging receivers are released, without counting an attempt", async () => {
  const owner = await scene.owner();
  const names = ["cuelga-1", "cuelga-2"];
  const made = await Promise.all(names.map((name) => scene.endpoint(owner, name)));
  const ok = Array.from({ length: 30 }, () => 200 as const);
  for (const name of names) scene.program(name, ok, "timeout");
  await flood(
    scene,
    made.map(({ id }) => ({ organizationId: owner.id, endpointId: id })),
    60,
  );
  const rows = (where: string) =>
    scene.database.owner(
      `select status, attempts, count(*)::int as count from webhook_deliveries
       where endpoint_id = any($1) and ${where} group by status, attempts order by status`,
      [made.map(({ id }) => id)],
    );

  const drained = scene.drain({
    concurrency: 4,
    mostHanging: 0,
    attemptMs: 12_000,
    closingMs: 1_000,
  });
  const sent = () => scene.countOf(names.map((name) => ({ name })));
  await expect.poll(sent).toBe(64);
  // Four hang, and more wait for their slots: how many depends on when the last claim was made.
  const claimed = async () => (await rows("status = 'delivering'"))[0]?.["count"];
  await expect.poll(claimed, { timeout: 5_000 }).toBeGreaterThan(4);
  const released = async () => {
    scene.advance(3_001);
    return claimed();
  };
  await expect.poll(released, { timeout: 5_000, interval: 500 }).toBe(4);
  expect(await rows("token = 1 and attempts = 0 and status <> 'delivering'")).toMatchObject([
    { status: "pending", count: expect.any(Number) },
  ]);

  for (const name of names) scene.program(name, [], 200);
  expect(await drained).toMatchObject({ claimed: 120, delivered: 116, retried: 4, outdated: 0 });
  expect(await rows("true")).toEqual([
    { status: "delivered", attempts: 1, count: 116 },
    { status: "pending", attempts: 1, count: 4 },
  ]);
}, 40_000);

test("receivers that hang, many more than there are slots, do not keep the others from theirs", async () => {
  const endpointsOf = (names: string[]) =>
    Promise.all(
      names.map(async (name) => {
        const owner = await scene.owner();
        const { id: endpointId } = await scene.endpoint(owner, name);
        return { organizationId: owner.id, endpointId };
      }),
    );
  const named = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
  const [healthyNames, hangingNames] = [named("sana", 6), named("colgada", 12)];
  const hanging = await endpointsOf(hangingNames);
  await flood(scene, [...hanging, ...(await endpointsOf(healthyNames))], 10);

  const sender = createSender({ maxSocketsPerEndpoint: drainLimits.perEndpoint });
  const over = Promise.withResolvers<void>();
  const hangs = new Set(hanging.map(({ endpointId }) => endpointId));
  const sendOnce: typeof sender.sendOnce = async (request) => {
    if (!hangs.has(request.endpointId)) return sender.sendOnce(request);
    await over.promise;
    return { kind: "failed", reason: "timeout", durationMs: 1 };
  };
  let hasTime = true;
  const drained = drainDeliveries(
    { ...scene.deps, sender: { ...sender, sendOnce } },
    () => (hasTime ? 600_000 : 0),
    { ...drainLimits, concurrency: 8, attemptMs: 90_000 },
  );
  const sentTo = (names: string[]) => scene.countOf(names.map((name) => ({ name })));
  // No hanging attempt has ended by then.
  await expect.poll(() => sentTo(healthyNames), { timeout: 60_000 }).toBe(60);
  hasTime = false;
  over.resolve();
  const report = await drained;
  expect(report).toMatchObject({ delivered: 60, failed: 0, outdated: 0 });
  expect(report.retried).toBeGreaterThan(8);

  scene.advance(61_000);
  await scene.drain();
  expect(sentTo(hangingNames)).toBe(120);
});

test("two slow receivers take all slots they are allowed", async () => {
  const owner = await scene.owner();
  const names = ["tarda-1", "tarda-2"];
  const made = await Promise.all(names.map((name) => scene.endpoint(owner, name)));
  for (const name of names) scene.program(name, [], { status: 200, delayMs: 1_000 });
  const flooded = made.map(({ id }) => ({ organizationId: owner.id, endpointId: id }));
  await flood(scene, flooded, 8);

  const sender = createSender({ maxSocketsPerEndpoint: drainLimits.perEndpoint });
  let underWay = 0;
  let most = 0;
  const sendOnce: typeof sender.sendOnce = async (request) => {
    most = Math.max(most, (underWay += 1));
    return sender.sendOnce(request).finally(() => (underWay -= 1));
  };
  await drainDeliveries(
    { ...scene.deps, sender: { ...sender, sendOnce } },
    () => 600_000,
    drainLimits,
  );
  expect(most).toBe(2 * drainLimits.perEndpoint);
}, 40_000);

test("when the first in the queue has waited for too long, the others are started", async () => {
  const names = Array.from({ length: 30 }, (_, n) => `sigue-${n}`);
  for (const name of names) scene.program(name, [], { status: 200, delayMs: 10 });
  const flooded = await Promise.all(
    names.map(async (name) => {
      const owner = await scene.owner();
      const { id: endpointId } = await scene.endpoint(owner, name);
      return { organizationId: owner.id, endpointId };
    }),
  );
  await flood(scene, flooded, 8);

  const sender = createSender({ maxSocketsPerEndpoint: drainLimits.perEndpoint });
  let now = scene.clock.now();
  const later = (ms: number) => (now = new Date(now.getTime() + ms));
  const ids = flooded.map(({ endpointId }) => endpointId);
  const countOf = async (where: string) => {
    const [row] = await scene.database.owner(
      `select count(*)::int as count from webhook_deliveries
       where endpoint_id = any($1) and ${where}`,
      [ids],
    );
    return Number(row?.["count"]);
  };
  const claimed = () => countOf("token > 0");
  let answered = 0;
  /** Claimed before this answer: those are in the drain's queue by now. */
  let queued = 0;
  let old: number | null = null;
  const sendOnce: typeof sender.sendOnce = async (request) => {
    const result = await sender.sendOnce(request);
    answered += 1;
    if (old === null && queued - answered >= 40) {
      old = queued;
      later(2_000);
    }
    // Ten of the old ones wait, with some younger ones behind them: only the old are too old.
    if (old !== null && answered === old - 10) {
      await expect.poll(claimed).toBeGreaterThan(old);
      later(1_001);
    }
    if (old === null) queued = await claimed();
    return result;
  };
  const until = performance.now() + 90_000;
  const report = await drainDeliveries(
    { ...scene.deps, clock: { now: () => now }, sender: { ...sender, sendOnce } },
    () => until - performance.now(),
    { ...drainLimits, concurrency: 1 },
  );
  expect(report).toEqual({ claimed: 240, delivered: 240, retried: 0, failed: 0, outdated: 0 });
  expect(await countOf("attempts = 1 and token = 2")).toBeGreaterThan(0);
});
