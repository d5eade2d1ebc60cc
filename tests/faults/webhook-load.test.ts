import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSender } from "#lib/egress/index.ts";
import { bounds } from "#lib/identity/index.ts";
import { drainDeliveries, drainLimits } from "#lib/webhooks/index.ts";
import { ownCluster, type OwnCluster } from "#tests/support/databases/own-cluster.ts";
import { flood } from "#tests/support/scenes/webhook-flood.ts";
import { webhookScene, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

let cluster: OwnCluster;
let scene: WebhookScene;
beforeAll(async () => {
  cluster = await ownCluster();
  scene = await webhookScene({ database: cluster.database });
});
afterAll(() => scene.close());

let made = 0;
async function endpoints(count: number) {
  const owners = await Promise.all(
    Array.from({ length: Math.ceil(count / bounds.enabledEndpoints) }, () => scene.owner()),
  );
  return Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const name = `r${(made += 1)}`;
      const owner = owners[place % owners.length] ?? (await scene.owner());
      const { id } = await scene.endpoint(owner, name);
      return { name, organizationId: owner.id, endpointId: id };
    }),
  );
}

const idsAt = (names: { name: string }[]): string[] =>
  names.flatMap(({ name }) =>
    scene.received(name).map(({ headers }) => headers["webhook-id"] ?? ""),
  );

async function statuses(): Promise<Record<string, number>> {
  const rows = (await scene.database.owner(
    "select status, count(*)::int as count from webhook_deliveries group by 1",
  )) as { status: string; count: number }[];
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Each test begins without another one's deliveries. */
async function forgetDeliveries(): Promise<void> {
  await scene.database.owner("truncate webhook_attempts, webhook_deliveries");
}

describe("10,000 events to 100 endpoints, 5 of which hang", () => {
  test("all arrive, with unique ids, and nobody waits for the hanging ones", async () => {
    await forgetDeliveries();
    const all = await endpoints(100);
    const [hanging, healthy] = [all.slice(0, 5), all.slice(5)];
    for (const { name } of hanging) scene.program(name, [], "timeout");
    const ids = await flood(scene, all, 100);
    expect(new Set(ids).size).toBe(10_000);

    // Runs until the healthy ones have everything, however long the others would take.
    const hasAll = () => scene.countOf(healthy) >= 9_500;
    const sender = createSender({ maxSocketsPerEndpoint: drainLimits.perEndpoint });
    // So long that even on a busy machine only hanging receivers take it.
    const limits = { ...drainLimits, attemptMs: 30_000, closingMs: 1_000 };
    const from = performance.now();
    const report = await drainDeliveries(
      { ...scene.deps, sender },
      () => (hasAll() ? 0 : 120_000),
      limits,
    );
    const tookMs = performance.now() - from;
    expect(report.delivered).toBe(9_500);
    expect(idsAt(healthy).toSorted()).toEqual(ids.slice(500).toSorted());
    // One after the other, the hanging ones alone would have taken longer.
    const hung = scene.countOf(hanging);
    expect(hung).toBeGreaterThanOrEqual(20);
    console.log(
      `9,500 healthy deliveries took ${Math.round(tookMs)} ms with ${hung} more that hung`,
    );

    for (const { name } of hanging) scene.program(name, [], 200);
    scene.advance(61_000);
    await scene.drain();
    expect(await statuses()).toEqual({ delivered: 10_000 });
    expect(new Set(idsAt(all))).toEqual(new Set(ids));
  });
});

test("four drains at once share the work and send nothing twice", async () => {
  await forgetDeliveries();
  const all = await endpoints(20);
  const ids = await flood(scene, all, 100);
  const reports = await Promise.all([1, 2, 3, 4].map(() => scene.drain({ concurrency: 32 })));
  // A drain has a time limit: what four of them leave on a slow machine is done by the next one.
  for (let n = 0; n < 10 && (await statuses())["delivered"] !== 2_000; n += 1) {
    reports.push(await scene.drain({ concurrency: 32 }));
  }
  expect(idsAt(all).toSorted()).toEqual(ids.toSorted());
  expect(reports.map(({ delivered }) => delivered).reduce((sum, n) => sum + n)).toBe(2_000);
  // All four did a part.
  for (const { delivered } of reports.slice(0, 4)) expect(delivered).toBeGreaterThan(0);
  expect(await statuses()).toEqual({ delivered: 2_000 });
  const [attempts] = await scene.database.owner(
    "select count(*)::int as rows, count(distinct delivery_id)::int as deliveries from webhook_attempts",
  );
  expect(attempts).toEqual({ rows: 2_000, deliveries: 2_000 });
});

test.each(["restarts", "crashes"] as const)(
  "a database that %s in the middle loses nothing, and recorded deliveries are not sent again",
  async (how) => {
    await forgetDeliveries();
    const all = await endpoints(20);
    for (const { name } of all) scene.program(name, [], { status: 200, delayMs: 20 });
    const ids = await flood(scene, all, 50);
    const draining = scene.drain({ concurrency: 32 });
    await expect.poll(() => scene.countOf(all)).toBeGreaterThan(150);
    if (how === "crashes") await cluster.crash();
    await cluster.server.restart();
    await draining;
    const before = scene.countOf(all);
    // A claim whose answer was lost is released when its lease is over.
    scene.advance(60_000);
    await scene.drain();
    expect(await statuses()).toEqual({ delivered: 1_000 });
    const got = idsAt(all);
    expect(new Set(got)).toEqual(new Set(ids));
    console.log(
      `${how}: ${got.length - 1_000} of 1,000 were sent twice, ${got.length - before} after the lease`,
    );
  },
);
