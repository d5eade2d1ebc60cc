import { afterAll, beforeAll, expect, test } from "vitest";
import { createSender } from "#lib/egress/index.ts";
import { flood } from "#tests/support/webhook-flood.ts";
import { webhookScene, type WebhookScene } from "#tests/support/webhooks.ts";
import { drainDeliveries } from "./drain-deliveries.ts";
import { drainLimits } from "./drain-limits.ts";

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

test("when its time is over, a drain leaves what it had not begun as it was", async () => {
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
