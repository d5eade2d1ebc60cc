import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#lib/kernel/ids.ts";
import { recoverEvent, testEndpoint } from "#lib/webhooks/index.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

const requestTest = (owner: Owner, id: string) => testEndpoint(scene.contextOf(owner.id), id);
const recover = (owner: Owner, id: string, event: string) =>
  recoverEvent(scene.contextOf(owner.id), id, event);
const disable = (owner: Owner, id: string) => scene.send("DELETE", `/v1/webhooks/${id}`, owner.key);
const dropPlan = (owner: Owner) =>
  scene.database.owner("update organizations set plan = 'free' where id = $1", [owner.id]);

describe("a test", () => {
  test("reaches only the chosen endpoint, whatever it subscribes to", async () => {
    const owner = await scene.owner();
    const chosen = await scene.endpoint(owner, "elegido", { event_types: ["sync.failed"] });
    await scene.endpoint(owner, "otro");
    const { eventId } = await requestTest(owner, chosen.id);
    await scene.drain();
    expect(scene.received("otro")).toEqual([]);
    const [got] = scene.received("elegido");
    expect(got?.headers["webhook-id"]).toBe(eventId);
    expect(JSON.parse(got?.body ?? "")).toEqual({
      type: "webhook.test",
      timestamp: expect.any(String),
      data: { test: true, message: expect.any(String), endpoint_id: chosen.id },
    });
    const listed = await scene.send("GET", "/v1/events", owner.key);
    expect(listed.body.data).toEqual([]);
    const tests = await scene.send("GET", "/v1/events?type=webhook.test", owner.key);
    expect(tests.body.data).toMatchObject([{ id: eventId }]);
  });

  test("is limited to once in 60 seconds per endpoint, even for simultaneous requests", async () => {
    const owner = await scene.owner();
    const [one, two] = [await scene.endpoint(owner, "a"), await scene.endpoint(owner, "b")];
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, () => requestTest(owner, one.id)),
    );
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await requestTest(owner, two.id);
    await expect(requestTest(owner, one.id)).rejects.toMatchObject({
      code: "rate_limited",
      details: { limit: 1, retryAfterSeconds: expect.toSatisfy((s) => s > 55 && s <= 60) },
    });
    scene.advance(60_000);
    await requestTest(owner, one.id);
    expect(await scene.deliveries(owner, one.id)).toHaveLength(2);
  });

  test("needs an enabled endpoint of the caller and a plan", async () => {
    const owner = await scene.owner();
    const stranger = await scene.owner();
    const { id } = await scene.endpoint(owner, "c");
    await expect(requestTest(stranger, id)).rejects.toMatchObject({
      code: "webhook_endpoint_not_found",
    });
    await disable(owner, id);
    await expect(requestTest(owner, id)).rejects.toMatchObject({ code: "validation_error" });
    await dropPlan(owner);
    await expect(requestTest(owner, id)).rejects.toMatchObject({ code: "feature_not_in_plan" });
    expect(await scene.deliveries(owner, id)).toEqual([]);
  });
});

describe("a past event", () => {
  test("is delivered to a later endpoint with its id, its content and its date", async () => {
    const owner = await scene.owner();
    await scene.endpoint(owner, "antes");
    const eventId = await scene.emit(owner);
    await scene.drain();
    scene.advance(3_600_000);
    const later = await scene.endpoint(owner, "despues");
    await scene.drain();
    expect(scene.received("despues")).toEqual([]);
    await recover(owner, later.id, eventId);
    await scene.drain();
    const [first, second] = [scene.received("antes"), scene.received("despues")];
    expect([first.length, second.length]).toEqual([1, 1]);
    expect(second[0]?.body).toBe(first[0]?.body);
    expect(second[0]?.headers["webhook-id"]).toBe(eventId);
  });

  test("that the endpoint already has is neither sent twice nor given new attempts", async () => {
    const owner = await scene.owner();
    const { id } = await scene.endpoint(owner, "ya");
    scene.program("ya", [], 400);
    const eventId = await scene.emit(owner);
    await scene.drain();
    const [before] = await scene.deliveries(owner, id);
    const again = await Promise.all([1, 2, 3].map(() => recover(owner, id, eventId)));
    expect(again).toEqual([1, 2, 3].map(() => ({ isNew: false, deliveryId: before?.id })));
    await scene.drain();
    expect(await scene.deliveries(owner, id)).toEqual([before]);
  });

  test("requested by many at once is one delivery", async () => {
    const owner = await scene.owner();
    const eventId = await scene.emit(owner);
    const { id } = await scene.endpoint(owner, "muchos");
    const made = await Promise.all(Array.from({ length: 8 }, () => recover(owner, id, eventId)));
    expect(new Set(made.map(({ deliveryId }) => deliveryId)).size).toBe(1);
    expect(await scene.deliveries(owner, id)).toHaveLength(1);
  });

  test("needs filters that let it through", async () => {
    const owner = await scene.owner();
    const one = await scene.connection(owner.id, "banco_a");
    const other = await scene.connection(owner.id, "banco_b");
    const eventId = await scene.emit(owner, one);
    for (const more of [{ event_types: ["sync.failed"] }, { connection_id: other }]) {
      const { id } = await scene.endpoint(owner, "filtro", more);
      await expect(recover(owner, id, eventId)).rejects.toMatchObject({
        code: "validation_error",
        details: {
          issues: [{ path: ["event_id"], code: "not_allowed" }],
          reason: "filtered_out",
        },
      });
    }
    const { id } = await scene.endpoint(owner, "filtro", { connection_id: one });
    await recover(owner, id, eventId);
    const { eventId: tested } = await requestTest(owner, id);
    const all = await scene.endpoint(owner, "filtro");
    await expect(recover(owner, all.id, tested)).rejects.toMatchObject({
      code: "validation_error",
    });
  });

  test("is found only by its own organization, and needs an enabled endpoint and a plan", async () => {
    const owner = await scene.owner();
    const stranger = await scene.owner();
    const [own, theirs] = [await scene.emit(owner), await scene.emit(stranger)];
    const { id } = await scene.endpoint(owner, "propio");
    for (const event of [theirs, newId("whev", scene.clock.now()), "x"]) {
      await expect(recover(owner, id, event)).rejects.toMatchObject({
        code: "webhook_delivery_not_found",
      });
    }
    await expect(recover(stranger, id, theirs)).rejects.toMatchObject({
      code: "webhook_endpoint_not_found",
    });
    await disable(owner, id);
    await expect(recover(owner, id, own)).rejects.toMatchObject({ code: "validation_error" });
    await dropPlan(owner);
    await expect(recover(owner, id, own)).rejects.toMatchObject({ code: "feature_not_in_plan" });
    expect(await scene.deliveries(owner, id)).toEqual([]);
  });
});
