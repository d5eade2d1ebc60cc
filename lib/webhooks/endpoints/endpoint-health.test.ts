import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { endpointHealth } from "./endpoint-health.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

/** What the receiver itself recorded, by the hour of each request's own timestamp. */
function receivedByHour(name: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { headers } of scene.received(name)) {
    const at = Number(headers["webhook-timestamp"]) * 1000;
    const hour = at - (at % hourMs);
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  return counts;
}

async function sendOne(owner: Owner): Promise<void> {
  await scene.emit(owner);
  await scene.drain();
}

test("counts what the receiver's own log has, hour by hour, and why the rest failed", async () => {
  const owner = await scene.owner();
  const endpoint = await scene.endpoint(owner, "salud");
  // To the middle of an hour, so that a minute's wait stays in it.
  const now = scene.clock.now().getTime();
  scene.advance(hourMs - (now % hourMs) + 20 * minuteMs);
  scene.program("salud", [200, 500, 200, 400], 200);
  await sendOne(owner);
  await sendOne(owner);
  scene.advance(minuteMs);
  await scene.drain();
  scene.advance(2 * hourMs);
  await sendOne(owner);
  scene.advance(hourMs);
  await sendOne(owner);

  const health = await endpointHealth(scene.contextOf(owner.id), endpoint.id);
  expect(health.hours).toHaveLength(24);
  const byHour = new Map(
    health.hours
      .map(({ at, delivered, retried, failed }) => [at.getTime(), delivered + retried + failed])
      .filter(([, count]) => count !== 0) as [number, number][],
  );
  expect(byHour).toEqual(receivedByHour("salud"));
  expect([...byHour.values()]).toEqual([3, 1, 1]);
  const [first, third, fourth] = health.hours.filter(
    ({ delivered, retried, failed }) => delivered + retried + failed > 0,
  );
  expect(first).toMatchObject({ delivered: 2, retried: 1, failed: 0 });
  expect(third).toMatchObject({ delivered: 0, retried: 0, failed: 1 });
  expect(fourth).toMatchObject({ delivered: 1, retried: 0, failed: 0 });
  expect(health).toMatchObject({ attempts: 5, causes: [{ cause: "status", count: 2 }] });
  expect(health.p50).toEqual(expect.any(Number));
  expect(Number(health.p95)).toBeGreaterThanOrEqual(Number(health.p50));
});

test("an attempt without a request has a cause and no hour; yesterday's have neither", async () => {
  const owner = await scene.owner();
  const endpoint = await scene.endpoint(owner, "sin-direccion");
  await sendOne(owner);
  scene.advance(25 * hourMs);
  scene.names.set({ [scene.server.host]: ["10.0.0.7"] });
  try {
    await sendOne(owner);
  } finally {
    scene.names.clear();
  }
  const health = await endpointHealth(scene.contextOf(owner.id), endpoint.id);
  expect(
    health.hours.every(({ delivered, retried, failed }) => delivered + retried + failed === 0),
  ).toBe(true);
  expect(health).toMatchObject({
    attempts: 1,
    p50: null,
    p95: null,
    causes: [{ cause: "address", count: 1 }],
  });
});

test("a stranger's endpoint has none", async () => {
  const owner = await scene.owner();
  const stranger = await scene.owner();
  const endpoint = await scene.endpoint(owner, "ajena");
  await sendOne(owner);
  const asked = await endpointHealth(scene.contextOf(stranger.id), endpoint.id);
  expect(asked).toMatchObject({ attempts: 0, p50: null, causes: [] });
});
