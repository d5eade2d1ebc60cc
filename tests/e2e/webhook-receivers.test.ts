import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ReceiverAnswer } from "#infra/sandbox/receivers/receivers.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

let scene: WebhookScene;
let owner: Owner;
beforeAll(async () => {
  scene = await webhookScene();
  owner = await scene.owner();
});
afterAll(() => scene.close());
// Retries of one test must not reach the next one.
afterEach(async () => {
  await scene.database.owner(
    "update webhook_deliveries set status = 'failed', next_attempt_at = null where status = 'pending'",
  );
});

let made = 0;
/** The state of one delivery to a receiver that answers like this. */
async function deliveredTo(answer: ReceiverAnswer, attemptMs = 10_000) {
  const name = `r${(made += 1)}`;
  const own = await scene.owner();
  const endpoint = await scene.endpoint(own, name);
  scene.program(name, [], answer);
  await scene.emit(own);
  await scene.drain({ attemptMs });
  const [delivery] = await scene.deliveries(own, endpoint.id);
  if (delivery === undefined) throw new TypeError("there is one");
  return { delivery, endpoint, own, requests: scene.received(name).length };
}

const waiting = { status: "pending", next_attempt_at: expect.any(String) };
const ended = (status: string) => ({ status, next_attempt_at: null });

describe("a receiver that answers", () => {
  test.each([200, 204, 299])("%i means delivered", async (status) => {
    const { delivery, requests } = await deliveredTo(status);
    expect(delivery).toMatchObject({
      ...ended("delivered"),
      attempts: 1,
      response_status: status,
      error: null,
      attempts_detail: [
        {
          attempted_at: expect.any(String),
          response_status: status,
          duration_ms: expect.any(Number),
          error: null,
        },
      ],
    });
    expect(requests).toBe(1);
  });

  test.each([301, 400, 401, 403, 404, 410, 422])("%i is not retried", async (status) => {
    const { delivery, requests } = await deliveredTo(status);
    const error =
      status === 301 ? "answered 301: redirects are not followed" : `answered ${status}`;
    expect(delivery).toMatchObject({
      ...ended("failed"),
      attempts: 1,
      response_status: status,
      error,
      attempts_detail: [{ response_status: status, error }],
    });
    scene.advance(24 * 3_600_000);
    await scene.drain();
    expect(requests).toBe(1);
  });

  test.each([408, 429, 500, 503, 599])("%i is retried", async (status) => {
    const { delivery } = await deliveredTo(status);
    expect(delivery).toMatchObject({
      ...waiting,
      attempts: 1,
      response_status: status,
      error: `answered ${status}`,
    });
  });

  test("a redirect to an internal address is not followed", async () => {
    const headers = { location: "https://127.0.0.1/latest/meta-data" };
    const { delivery, requests } = await deliveredTo({ status: 307, headers });
    expect(delivery).toMatchObject({ ...ended("failed"), response_status: 307 });
    expect(requests).toBe(1);
  });

  test("an endless answer counts by its first bytes", async () => {
    const { delivery } = await deliveredTo("endless");
    expect(delivery).toMatchObject({ ...ended("delivered"), response_status: 200 });
  });
});

describe("a receiver that does not answer in time, or at all, is asked again:", () => {
  test.each([
    ["it hangs before the headers", "timeout", "timeout"],
    ["it drips a body for ever", "drip", "timeout"],
    ["it closes the socket", "reset", "connection reset"],
  ] as const)("%s", async (_what, answer, error) => {
    const from = performance.now();
    const { delivery } = await deliveredTo(answer, 400);
    expect(performance.now() - from).toBeLessThan(5_000);
    expect(delivery).toMatchObject({ ...waiting, attempts: 1, response_status: null, error });
    const [attempt] = delivery.attempts_detail;
    expect(attempt).toMatchObject({ attempted_at: expect.any(String), error });
    expect(attempt?.duration_ms).toBeLessThan(2_000);
  });

  test("its certificate is for another name", async () => {
    const own = await scene.owner();
    const endpoint = await scene.endpoint(own, "certificado");
    const { port, ca } = scene.server;
    scene.names.serve("other.sandbox.test", { address: "127.0.0.1", port, ca });
    const url = "https://other.sandbox.test/in/certificado";
    await scene.send("PATCH", `/v1/webhooks/${endpoint.id}`, own.key, { url });
    await scene.emit(own);
    await scene.drain();
    const [delivery] = await scene.deliveries(own, endpoint.id);
    expect(delivery).toMatchObject({ ...waiting, error: "tls certificate not valid" });
    expect(scene.received("certificado")).toEqual([]);
  });

  test("nobody listens at its address", async () => {
    const own = await scene.owner();
    const endpoint = await scene.endpoint(own, "nadie");
    scene.names.serve("nobody.sandbox.test", { address: "127.0.0.1", port: 9, ca: "" });
    const url = "https://nobody.sandbox.test/";
    await scene.send("PATCH", `/v1/webhooks/${endpoint.id}`, own.key, { url });
    await scene.emit(own);
    await scene.drain();
    const [delivery] = await scene.deliveries(own, endpoint.id);
    expect(delivery).toMatchObject({ ...waiting, error: "connection refused" });
  });
});

describe("an address", () => {
  test("that was public but is internal at delivery is not connected to, and is looked up again", async () => {
    scene.names.set({ "moving.example.com": ["93.184.215.14"] });
    const url = "https://moving.example.com/in";
    const { status, body } = await scene.send("POST", "/v1/webhooks", owner.key, { url });
    expect(status).toBe(201);
    const id = String(body.data?.["id"]);
    await scene.emit(owner);
    const reasons: [string[], string][] = [
      [["10.0.0.1"], "address not public"],
      [["93.184.215.14", "127.0.0.1"], "address not public"],
      [["169.254.169.254"], "address not public"],
      [[], "name not resolved"],
    ];
    for (const [answers, reason] of reasons) {
      scene.names.set({ "moving.example.com": answers });
      await scene.drain();
      const [delivery] = await scene.deliveries(owner, id);
      expect(delivery).toMatchObject({ ...waiting, response_status: null, error: reason });
      // No request was built, so no time and no duration is invented.
      expect(delivery?.attempts_detail.at(-1)).toEqual({
        attempted_at: null,
        response_status: null,
        duration_ms: null,
        error: reason,
      });
      scene.advance(6 * 3_600_000 + 1_000);
    }
    const [delivery] = await scene.deliveries(owner, id);
    expect(delivery).toMatchObject({ attempts: 4 });
  });

  test("is that of the attempt: nothing more is sent to a URL that was changed", async () => {
    const own = await scene.owner();
    const endpoint = await scene.endpoint(own, "antes");
    await scene.emit(own);
    await scene.drain();
    const url = endpoint.url.replace("antes", "despues");
    await scene.send("PATCH", `/v1/webhooks/${endpoint.id}`, own.key, { url });
    await scene.emit(own);
    await scene.drain();
    expect([scene.received("antes").length, scene.received("despues").length]).toEqual([1, 1]);
  });
});

test("an endpoint that is disabled, or loses its plan, gets what was queued and nothing more", async () => {
  const own = await scene.owner();
  const endpoint = await scene.endpoint(own, "pausa");
  await scene.emit(own);
  await scene.send("DELETE", `/v1/webhooks/${endpoint.id}`, own.key);
  await scene.emit(own);
  await scene.drain();
  expect(scene.received("pausa")).toHaveLength(1);

  const enabled = { enabled: true };
  await scene.send("PATCH", `/v1/webhooks/${endpoint.id}`, own.key, enabled);
  await scene.emit(own);
  await scene.database.owner("update organizations set plan = 'free' where id = $1", [own.id]);
  await scene.emit(own);
  await scene.drain();
  expect(scene.received("pausa")).toHaveLength(2);
});
