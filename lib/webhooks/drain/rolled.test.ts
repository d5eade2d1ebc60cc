import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyWebhook } from "#lib/client/verify-webhook.ts";
import { createSender } from "#lib/egress/index.ts";
import {
  webhookScene,
  type MadeEndpoint,
  type Owner,
  type WebhookScene,
} from "#tests/support/scenes/webhooks.ts";
import { drainDeliveries } from "./drain.ts";
import { drainLimits, waitsMs } from "./policy.ts";

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

async function roll(owner: Owner, { id }: MadeEndpoint): Promise<string> {
  const { status, body } = await scene.send("POST", `/v1/webhooks/${id}/roll-secret`, owner.key);
  expect(status).toBe(200);
  return String(body.data?.["secret"]);
}

/** A drain in which each delivery is signed, then the secret is rolled, then it is sent. */
async function drainWhileRolled(owner: Owner, endpoint: MadeEndpoint): Promise<string[]> {
  const secrets: string[] = [];
  const sender = createSender({ maxSocketsPerEndpoint: drainLimits.perEndpoint });
  const sendOnce: typeof sender.sendOnce = async (request) => {
    secrets.push(await roll(owner, endpoint));
    return sender.sendOnce(request);
  };
  const until = performance.now() + 60_000;
  await drainDeliveries(
    { ...scene.deps, sender: { ...sender, sendOnce } },
    () => until - performance.now(),
  );
  return secrets;
}

function signaturesOf(name: string): number[] {
  return scene
    .received(name)
    .map(({ headers }) => String(headers["webhook-signature"]).split(" ").length);
}

test("a receiver that refuses because its secret was rolled during the attempt is asked again, with both", async () => {
  const owner = await scene.owner();
  const endpoint = await scene.endpoint(owner, "girada");
  scene.program("girada", [401]);
  await scene.emit(owner);
  const [secret = ""] = await drainWhileRolled(owner, endpoint);

  const [refused] = await scene.deliveries(owner, endpoint.id);
  expect(refused).toMatchObject({
    status: "pending",
    attempts: 1,
    response_status: 401,
    error: "answered 401",
    next_attempt_at: expect.any(String),
  });
  const { body } = await scene.send("GET", "/v1/webhooks", owner.key);
  expect(body.data).toMatchObject([{ id: endpoint.id, consecutive_failures: 0 }]);

  scene.advance(waitsMs[0] - 1_000);
  await scene.drain();
  expect(signaturesOf("girada")).toEqual([1]);
  scene.advance(1_000);
  await scene.drain();
  expect(signaturesOf("girada")).toEqual([1, 2]);
  const [, again] = scene.received("girada");
  for (const known of [secret, endpoint.secret]) {
    const event = await verifyWebhook(again?.body ?? "", again?.headers ?? {}, known, {
      now: scene.clock.now(),
    });
    expect(event.type).toBe("connect_session.consumed");
  }
  expect(await scene.deliveries(owner, endpoint.id)).toMatchObject([
    { status: "delivered", attempts: 2 },
  ]);
});

test("a refusal is final when the secret was rolled before the claim", async () => {
  const owner = await scene.owner();
  const endpoint = await scene.endpoint(owner, "antes");
  await roll(owner, endpoint);
  scene.program("antes", [401]);
  await scene.emit(owner);
  await scene.drain();
  expect(signaturesOf("antes")).toEqual([2]);
  expect(await scene.deliveries(owner, endpoint.id)).toMatchObject([
    { status: "failed", attempts: 1, next_attempt_at: null },
  ]);
});

test.each([302, 404, 410, 422])("a refusal with %i has another cause: final", async (status) => {
  const owner = await scene.owner();
  const endpoint = await scene.endpoint(owner, `otra-${status}`);
  scene.program(`otra-${status}`, [status]);
  await scene.emit(owner);
  await drainWhileRolled(owner, endpoint);
  expect(await scene.deliveries(owner, endpoint.id)).toMatchObject([
    { status: "failed", attempts: 1, next_attempt_at: null },
  ]);
});

test("it costs one of the six attempts, and is final at the last", async () => {
  const owner = await scene.owner();
  const endpoint = await scene.endpoint(owner, "ultima");
  scene.program("ultima", [503, 503, 503, 503, 503, 401]);
  await scene.emit(owner);
  for (const waitMs of waitsMs) {
    await scene.drain();
    scene.advance(waitMs);
  }
  await drainWhileRolled(owner, endpoint);
  expect(await scene.deliveries(owner, endpoint.id)).toMatchObject([
    { status: "failed", attempts: 6, next_attempt_at: null },
  ]);
});
