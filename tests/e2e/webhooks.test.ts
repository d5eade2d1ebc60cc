import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyWebhook } from "#lib/client/verify-webhook.ts";
import {
  webhookScene,
  type DeliveryView,
  type MadeEndpoint,
  type Owner,
  type ReceivedEvent,
  type WebhookScene,
} from "#tests/support/scenes/webhooks.ts";

const minuteMs = 60_000;

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

let made = 0;
/** An owner with one endpoint at a separate receiver. */
async function subscribed(): Promise<{ owner: Owner; endpoint: MadeEndpoint; name: string }> {
  const name = `r${(made += 1)}`;
  const owner = await scene.owner();
  return { owner, endpoint: await scene.endpoint(owner, name), name };
}

async function only(owner: Owner, endpoint: MadeEndpoint): Promise<DeliveryView> {
  const deliveries = await scene.deliveries(owner, endpoint.id);
  expect(deliveries).toHaveLength(1);
  const [delivery] = deliveries;
  if (delivery === undefined) throw new TypeError("there is one");
  return delivery;
}

async function endpointOf(owner: Owner, endpoint: MadeEndpoint): Promise<Record<string, unknown>> {
  const answer = await scene.send("GET", `/v1/webhooks/${endpoint.id}`, owner.key);
  return answer.body.data ?? {};
}

describe("the retry schedule for a failing receiver", () => {
  test("is 0, 1, 6, 36, 156 and 516 minutes at the earliest, then failed", async () => {
    const { owner, endpoint, name } = await subscribed();
    scene.program(name, [], 500);
    const eventId = await scene.emit(owner);
    const startedAt = scene.clock.now().getTime();
    const minutesSince = () => (scene.clock.now().getTime() - startedAt) / minuteMs;
    const attempts: number[] = [];
    const due: (string | null)[] = [];

    for (let n = 0; n < 6; n++) {
      const dueAt = due.at(-1);
      if (dueAt != null) {
        scene.clock.moveTo(new Date(Date.parse(dueAt) - 1_000));
        await scene.drain();
        expect(scene.received(name), `before attempt ${n + 1}`).toHaveLength(n);
        scene.clock.moveTo(new Date(dueAt));
      }
      await scene.drain();
      expect(scene.received(name), `attempt ${n + 1}`).toHaveLength(n + 1);
      attempts.push(Math.floor(minutesSince()));
      due.push((await only(owner, endpoint)).next_attempt_at);
    }
    expect(attempts).toEqual([0, 1, 6, 36, 156, 516]);
    const delivery = await only(owner, endpoint);
    expect(delivery).toMatchObject({ status: "failed", attempts: 6, response_status: 500 });
    expect(delivery.attempts_detail).toHaveLength(6);
    const waits = delivery.attempts_detail.slice(0, -1).map((attempt, index) => {
      const from = Date.parse(attempt.attempted_at ?? "");
      return Math.floor((Date.parse(due[index] ?? "") - from) / minuteMs);
    });
    expect(waits).toEqual([1, 5, 30, 120, 360]);
    expect(due.at(-1)).toBeNull();

    scene.advance(24 * 60 * minuteMs);
    await scene.drain();
    expect(scene.received(name)).toHaveLength(6);
    const ids = scene.received(name).map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids)).toEqual(new Set([eventId]));
    const times = scene.received(name).map(({ headers }) => Number(headers["webhook-timestamp"]));
    expect(times.map((time) => Math.floor((time - (times[0] ?? 0)) / 60))).toEqual(attempts);
  });

  test("starts again with a resend, with the same id and history", async () => {
    const { owner, endpoint, name } = await subscribed();
    scene.program(name, [400, 500]);
    const eventId = await scene.emit(owner);
    await scene.drain();
    const failed = await only(owner, endpoint);
    expect(failed).toMatchObject({ status: "failed", attempts: 1 });

    const path = `/v1/webhooks/${endpoint.id}/deliveries/${failed.id}/resend`;
    const resent = await scene.send("POST", path, owner.key);
    expect([resent.status, resent.body.data]).toEqual([200, { resent: true }]);
    expect(await only(owner, endpoint)).toMatchObject({ status: "pending", attempts: 0 });
    await scene.drain();
    scene.advance(minuteMs + 1000);
    await scene.drain();
    const delivered = await only(owner, endpoint);
    expect(delivered).toMatchObject({ id: failed.id, status: "delivered", attempts: 2 });
    expect(delivered.attempts_detail.map((attempt) => attempt.response_status)).toEqual([
      400, 500, 200,
    ]);
    const ids = scene.received(name).map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([eventId, eventId, eventId]);
  });
});

describe("an endpoint whose deliveries finally fail", () => {
  async function failures(owner: Owner, name: string, count: number, answer = 410) {
    scene.program(name, [], answer);
    for (let n = 0; n < count; n++) {
      await scene.emit(owner);
      await scene.drain();
    }
  }

  test("is disabled by the fifth in a row, says why and since when, and gets nothing more", async () => {
    const { owner, endpoint, name } = await subscribed();
    await failures(owner, name, 4);
    expect(await endpointOf(owner, endpoint)).toMatchObject({
      enabled: true,
      consecutive_failures: 4,
    });
    const from = scene.clock.now();
    await failures(owner, name, 1);
    const disabled = await endpointOf(owner, endpoint);
    expect(disabled).toMatchObject({
      enabled: false,
      disabled_reason: "automatic",
      disabled_detail: "answered 410",
      consecutive_failures: 5,
      last_success_at: null,
    });
    expect(Date.parse(String(disabled["disabled_at"]))).toBeGreaterThanOrEqual(from.getTime());

    const missed = await scene.emit(owner);
    await scene.drain();
    expect(scene.received(name)).toHaveLength(5);
    // What it missed can still be read.
    const event = await scene.send("GET", `/v1/events/${missed}`, owner.key);
    expect(event.body.data).toMatchObject({ id: missed, type: "connect_session.consumed" });

    const enabled = await scene.send("PATCH", `/v1/webhooks/${endpoint.id}`, owner.key, {
      enabled: true,
    });
    expect(enabled.body.data).toMatchObject({
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      disabled_detail: null,
      consecutive_failures: 0,
    });
    await scene.drain();
    expect(scene.received(name)).toHaveLength(5);
  });

  test("resets its count after a success", async () => {
    const { owner, endpoint, name } = await subscribed();
    await failures(owner, name, 4);
    await failures(owner, name, 1, 200);
    expect(await endpointOf(owner, endpoint)).toMatchObject({
      consecutive_failures: 0,
      last_success_at: expect.any(String),
    });
    await failures(owner, name, 4);
    expect(await endpointOf(owner, endpoint)).toMatchObject({
      enabled: true,
      consecutive_failures: 4,
    });
    await failures(owner, name, 1);
    expect(await endpointOf(owner, endpoint)).toMatchObject({ enabled: false });
  });

  test("counts a delivery once, when its attempts are used up, and not each attempt", async () => {
    const { owner, endpoint, name } = await subscribed();
    scene.program(name, [], 503);
    for (let n = 0; n < 5; n++) await scene.emit(owner);
    for (const wait of [0, 1, 5, 30, 120]) {
      scene.advance(wait * minuteMs + 1000);
      await scene.drain();
      expect(await endpointOf(owner, endpoint)).toMatchObject({ consecutive_failures: 0 });
    }
    scene.advance(361 * minuteMs);
    await scene.drain();
    expect(await endpointOf(owner, endpoint)).toMatchObject({
      enabled: false,
      disabled_detail: "answered 503",
      consecutive_failures: 5,
    });
  });
});

describe("a signature", () => {
  const verified = ({ headers, body }: ReceivedEvent, secret: string) => {
    const now = new Date(Number(headers["webhook-timestamp"]) * 1000);
    return verifyWebhook(body, headers, secret, { now });
  };

  async function delivered(owner: Owner, name: string): Promise<ReceivedEvent> {
    await scene.emit(owner);
    await scene.drain();
    const last = scene.received(name).at(-1);
    if (last === undefined) throw new TypeError("nothing came");
    return last;
  }

  test("is accepted by the receivers' libraries, and not with another byte or secret", async () => {
    const fresh = await webhookScene();
    try {
      const owner = await fresh.owner();
      const endpoint = await fresh.endpoint(owner, "firma");
      const id = await fresh.emit(owner);
      await fresh.drain();
      const [got] = fresh.received("firma");
      if (got === undefined) throw new TypeError("nothing came");
      const payload = new Webhook(endpoint.secret).verify(got.body, got.headers);
      expect(payload).toEqual(JSON.parse(got.body));
      expect(await verifyWebhook(got.body, got.headers, endpoint.secret)).toMatchObject({
        id,
        type: "connect_session.consumed",
      });
      const changed = got.body.replace("true", "null");
      expect(changed).not.toBe(got.body);
      expect(() => new Webhook(endpoint.secret).verify(changed, got.headers)).toThrow("matching");
      await expect(verifyWebhook(changed, got.headers, endpoint.secret)).rejects.toMatchObject({
        reason: "no_matching_signature",
      });
      expect(got.headers).toMatchObject({ "content-type": "application/json", "webhook-id": id });
      // Canonical: sorted keys, no spaces.
      expect(got.body).toMatch(/^\{"data":\{"connection":\{"connector":/);
      expect(got.body).not.toMatch(/[:,] /);
    } finally {
      await fresh.close();
    }
  });

  test("uses both secrets for 24 hours after a rotation, and at most two", async () => {
    const { owner, endpoint, name } = await subscribed();
    const roll = async () => {
      const answer = await scene.send("POST", `/v1/webhooks/${endpoint.id}/roll-secret`, owner.key);
      expect(answer.status).toBe(200);
      return String(answer.body.data?.["secret"]);
    };
    const second = await roll();
    expect(second).not.toBe(endpoint.secret);
    const during = await delivered(owner, name);
    expect(during.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    await verified(during, endpoint.secret);
    await verified(during, second);

    const third = await roll();
    const twice = await delivered(owner, name);
    expect(twice.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    await verified(twice, second);
    await verified(twice, third);
    await expect(verified(twice, endpoint.secret)).rejects.toThrow("No signature matches");

    scene.advance(24 * 60 * minuteMs - 5_000);
    await verified(await delivered(owner, name), second);
    scene.advance(5_000);
    const after = await delivered(owner, name);
    expect(after.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    await verified(after, third);
    await expect(verified(after, second)).rejects.toThrow("No signature matches");
  });

  test("is new for every attempt, under the attempt's own instant", async () => {
    const { owner, endpoint, name } = await subscribed();
    scene.program(name, [503]);
    await scene.emit(owner);
    await scene.drain();
    scene.advance(61_000);
    await scene.drain();
    const [first, second] = scene.received(name);
    if (first === undefined || second === undefined) throw new TypeError("two were expected");
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    expect(second.body).toBe(first.body);
    expect(second.headers["webhook-signature"]).not.toBe(first.headers["webhook-signature"]);
    await verified(first, endpoint.secret);
    await verified(second, endpoint.secret);
  });
});
