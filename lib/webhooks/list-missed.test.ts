import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { changeEndpoint } from "./endpoints/change-endpoint.ts";
import { listMissed } from "./list-missed.ts";
import { recoverEvent } from "./recover-event.ts";
import { resendDelivery } from "./resend-delivery.ts";
import { testEndpoint } from "./endpoints/test-endpoint.ts";

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

const minuteMs = 60_000;

const contextOf = ({ id }: Owner) => ({ ...scene.contextOf(id), egress: scene.names.egress });

async function emitLater(owner: Owner, connectionId: string | null = null): Promise<string> {
  scene.advance(minuteMs);
  return scene.emit(owner, connectionId);
}

test("events that failed or were never sent are missed, newest first, until they arrive", async () => {
  const owner = await scene.owner();
  const ctx = contextOf(owner);
  await scene.emit(owner);
  const { id } = await scene.endpoint(owner, "pierde");
  const missed = async () => {
    const part = await listMissed(ctx, id, { limit: 50, after: null });
    expect(part.next).toBeNull();
    return part.missed.map(({ eventId, deliveryId }) => [eventId, deliveryId !== null]);
  };
  scene.program("pierde", [200, 404], 200);
  await emitLater(owner);
  await scene.drain();
  const failed = await emitLater(owner);
  await scene.drain();
  await changeEndpoint(ctx, id, { enabled: false });
  const unsent = await emitLater(owner);
  await changeEndpoint(ctx, id, { enabled: true });
  await testEndpoint(ctx, id);
  // Neither events before it, nor those that arrived, nor a test.
  expect(await missed()).toEqual([
    [unsent, false],
    [failed, true],
  ]);

  await recoverEvent(ctx, id, unsent);
  const [, first] = (await scene.deliveries(owner, id)).toReversed();
  const { missed: left } = await listMissed(ctx, id, { limit: 50, after: null });
  expect(left).toMatchObject([{ eventId: failed, type: "connect_session.consumed" }]);
  expect(first?.event_id).toBe(failed);
  await resendDelivery(ctx, id, left[0]?.deliveryId ?? "");
  await scene.drain();
  expect(await missed()).toEqual([]);
  const ids = scene.received("pierde").map(({ headers }) => headers["webhook-id"]);
  expect(ids.filter((one) => one === unsent)).toHaveLength(1);
  expect(ids.filter((one) => one === failed)).toHaveLength(2);
});

test("it is searched part by part, and only for what the endpoint wants", async () => {
  const owner = await scene.owner();
  const ctx = contextOf(owner);
  const connection = await scene.connection(owner.id, "banco_a");
  const limited = { connection_id: connection, event_types: ["connect_session.consumed"] };
  const { id } = await scene.endpoint(owner, "quiere", limited);
  await changeEndpoint(ctx, id, { enabled: false });
  await emitLater(owner);
  const wanted = [await emitLater(owner, connection), await emitLater(owner, connection)];
  const seen: string[] = [];
  let after: string | null = null;
  for (let parts = 0; parts < 4; parts += 1) {
    const part = await listMissed(ctx, id, { limit: 1, after });
    seen.push(...part.missed.map(({ eventId }) => eventId));
    after = part.next;
    if (after === null) break;
  }
  expect(seen).toEqual(wanted.toReversed());

  // A thousand that arrived, or that it does not want, and before them the ones it missed.
  await scene.database.owner(
    `insert into webhook_events (organization_id, id, type, body, created_at)
     select $1, 'whev_7zzzzzzzzz' || lpad(n::text, 16, '0'), 'sync.failed', '{}', now()
     from generate_series(1, 1000) n`,
    [owner.id],
  );
  const none = await listMissed(ctx, id, { limit: 50, after: null });
  expect(none.missed).toEqual([]);
  const behind = await listMissed(ctx, id, { limit: 50, after: none.next });
  expect(behind.missed.map(({ eventId }) => eventId)).toEqual(seen);
  expect(behind.next).toBeNull();
});

test("a stranger's endpoint is as unknown as one that never existed", async () => {
  const owner = await scene.owner();
  const stranger = await scene.owner();
  const { id } = await scene.endpoint(owner, "ajena");
  const asked = listMissed(scene.contextOf(stranger.id), id, { limit: 50, after: null });
  await expect(asked).rejects.toMatchObject({ code: "webhook_endpoint_not_found" });
});
