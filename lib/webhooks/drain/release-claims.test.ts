import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { flood } from "#tests/support/scenes/webhook-flood.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { claimDeliveries, type ClaimedDelivery } from "./claim.ts";
import { leaseMs } from "./policy.ts";
import { releaseClaims } from "./release-claims.ts";

let scene: WebhookScene;
let owner: Owner;
let endpointId: string;
beforeAll(async () => {
  scene = await webhookScene();
  owner = await scene.owner();
});
afterAll(() => scene.close());
beforeEach(async () => {
  endpointId = (await scene.endpoint(owner, "cuenta")).id;
  await flood(scene, [{ organizationId: owner.id, endpointId }], 1);
});

async function claimOne(): Promise<ClaimedDelivery | undefined> {
  const [delivery] = await claimDeliveries(scene.deps, [{ endpointId, slots: 1 }]);
  return delivery;
}

test("a released delivery is due as before, and its claim does not count as an attempt", async () => {
  const first = await claimOne();
  expect(first?.attempts).toBe(1);
  expect(await claimOne()).toBeUndefined();
  await releaseClaims(scene.deps, first ? [first] : []);
  const again = await claimOne();
  expect(again).toMatchObject({ id: first?.id, attempts: 1, token: 2, dueAt: first?.dueAt });
});

test("released twice, or after another drain took it, nothing changes", async () => {
  const first = await claimOne();
  const claimed = first ? [first] : [];
  expect(claimed).toHaveLength(1);
  scene.advance(leaseMs);
  const taken = await claimOne();
  expect(taken).toMatchObject({ id: first?.id, attempts: 2 });
  await releaseClaims(scene.deps, claimed);
  expect(await claimOne()).toBeUndefined();
  await releaseClaims(scene.deps, taken ? [taken] : []);
  await releaseClaims(scene.deps, taken ? [taken] : []);
  expect(await claimOne()).toMatchObject({ id: first?.id, attempts: 2, token: 3 });
});

test("deliveries in a drain's hands are delivering: their attempts count, and none is due", async () => {
  await claimOne();
  expect(await scene.deliveries(owner, endpointId)).toMatchObject([
    {
      status: "delivering",
      attempts: 1,
      response_status: null,
      error: null,
      next_attempt_at: null,
      attempts_detail: [],
    },
  ]);
});
