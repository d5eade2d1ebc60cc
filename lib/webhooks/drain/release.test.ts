import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { flood } from "#tests/support/webhook-flood.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/webhooks.ts";
import { claimDeliveries, leaseMs, type ClaimedDelivery } from "./claim.ts";
import { giveBack } from "./release.ts";

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
  const [delivery] = await claimDeliveries(scene.deps, [{ endpointId, room: 1 }]);
  return delivery;
}

test("a delivery given back is due as before, and its claim counted no attempt", async () => {
  const first = await claimOne();
  expect(first?.attempts).toBe(1);
  expect(await claimOne()).toBeUndefined();
  await giveBack(scene.deps, first ? [first] : []);
  const again = await claimOne();
  expect(again).toMatchObject({ id: first?.id, attempts: 1, token: 2, dueAt: first?.dueAt });
});

test("given back twice, or after another drain took it, nothing changes", async () => {
  const first = await claimOne();
  const held = first ? [first] : [];
  expect(held).toHaveLength(1);
  scene.advance(leaseMs);
  const taken = await claimOne();
  expect(taken).toMatchObject({ id: first?.id, attempts: 2 });
  await giveBack(scene.deps, held);
  expect(await claimOne()).toBeUndefined();
  await giveBack(scene.deps, taken ? [taken] : []);
  await giveBack(scene.deps, taken ? [taken] : []);
  expect(await claimOne()).toMatchObject({ id: first?.id, attempts: 2, token: 3 });
});
