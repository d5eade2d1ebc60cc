import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { bundleChild } from "#tests/support/processes/bundled-child.ts";
import { processState, type Child } from "#tests/support/processes/child-process.ts";
import {
  webhookScene,
  type DeliveryView,
  type MadeEndpoint,
  type Owner,
  type WebhookScene,
} from "#tests/support/scenes/webhooks.ts";
import type { DrainOrder } from "./drain-child.ts";

const startDrain = await bundleChild<DrainOrder>("tests/faults/drain-child.ts");
const leaseMs = 60_000;

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

/** A separate drain at the scene's instant, which sends itself the signal at the point. */
function drainThat(signal: DrainOrder["signal"], crashPoint: CrashPoint | null): Child {
  const order: DrainOrder = {
    settings: scene.settings,
    server: scene.server,
    aheadMs: scene.clock.now().getTime() - Date.now(),
    crashPoint,
    signal,
  };
  return startDrain(order);
}

async function killedAt(point: CrashPoint): Promise<void> {
  const child = drainThat("SIGKILL", point);
  expect(await child.ended, child.output().stderr).toEqual({ code: null, signal: "SIGKILL" });
}

interface Sent {
  owner: Owner;
  endpoint: MadeEndpoint;
  name: string;
  eventId: string;
  delivery(): Promise<DeliveryView | undefined>;
}

async function oneEvent(name: string): Promise<Sent> {
  const owner = await scene.owner();
  const endpoint = await scene.endpoint(owner, name);
  const eventId = await scene.emit(owner);
  const delivery = async () => (await scene.deliveries(owner, endpoint.id))[0];
  return { owner, endpoint, name, eventId, delivery };
}

const lost = {
  attempted_at: null,
  response_status: null,
  duration_ms: null,
  error: "interrupted before the result was known",
};

describe("a drain killed", () => {
  test.each([
    ["webhooks.after_claim", 0],
    ["webhooks.before_send", 0],
    ["webhooks.after_send", 1],
    ["webhooks.before_record", 1],
  ] as const)(
    "at %s, having sent %i: the attempt is made again with the same id, when its lease is over",
    async (point, sentBefore) => {
      const sent = await oneEvent(point.replace(".", "-"));
      await killedAt(point);
      expect(scene.received(sent.name)).toHaveLength(sentBefore);
      expect(await sent.delivery()).toMatchObject({
        status: "delivering",
        attempts: 1,
        attempts_detail: [],
      });
      await scene.drain();
      expect(scene.received(sent.name)).toHaveLength(sentBefore);

      scene.advance(leaseMs);
      await scene.drain();
      const ids = scene.received(sent.name).map(({ headers }) => headers["webhook-id"]);
      expect(ids).toEqual(Array.from({ length: sentBefore + 1 }, () => sent.eventId));
      expect(await sent.delivery()).toMatchObject({
        status: "delivered",
        attempts: 2,
        attempts_detail: [lost, { response_status: 200, error: null }],
      });
    },
  );

  test("after writing the result repeats nothing", async () => {
    const sent = await oneEvent("anotado");
    await killedAt("webhooks.after_record");
    scene.advance(leaseMs);
    await scene.drain();
    expect(scene.received(sent.name)).toHaveLength(1);
    expect(await sent.delivery()).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("at every attempt ends the delivery after the sixth, and counts one failure", async () => {
    const sent = await oneEvent("mortal");
    for (let n = 1; n <= 6; n++) {
      await killedAt("webhooks.before_send");
      expect(await sent.delivery()).toMatchObject({ status: "delivering", attempts: n });
      scene.advance(leaseMs);
    }
    const child = drainThat("SIGKILL", null);
    expect((await child.ended).code, child.output().stderr).toBe(0);
    expect(JSON.parse(child.output().stdout)).toMatchObject({ claimed: 1, failed: 1 });
    const ended = await sent.delivery();
    expect(ended).toMatchObject({ status: "failed", attempts: 6, error: lost.error });
    expect(ended?.attempts_detail).toEqual(Array.from({ length: 6 }, () => lost));
    expect(scene.received(sent.name)).toEqual([]);
    const endpoint = await scene.send("GET", `/v1/webhooks/${sent.endpoint.id}`, sent.owner.key);
    expect(endpoint.body.data).toMatchObject({ enabled: true, consecutive_failures: 1 });
  }, 60_000);
});

test("a drain frozen with its result, while another delivers, thaws and changes nothing", async () => {
  const sent = await oneEvent("congelado");
  scene.program(sent.name, [410]);
  const child = drainThat("SIGSTOP", "webhooks.before_record");
  await expect.poll(() => processState(child.pid)).toBe("T");
  expect(scene.received(sent.name)).toHaveLength(1);
  scene.advance(leaseMs);
  await scene.drain();
  const delivered = await sent.delivery();
  expect(delivered).toMatchObject({ status: "delivered", attempts: 2 });

  child.process.kill("SIGCONT");
  expect((await child.ended).code, child.output().stderr).toBe(0);
  expect(JSON.parse(child.output().stdout)).toMatchObject({ outdated: 1 });
  expect(await sent.delivery()).toEqual(delivered);
  const endpoint = await scene.send("GET", `/v1/webhooks/${sent.endpoint.id}`, sent.owner.key);
  expect(endpoint.body.data).toMatchObject({ enabled: true, consecutive_failures: 0 });
});
