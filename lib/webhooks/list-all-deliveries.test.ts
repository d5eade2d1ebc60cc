import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/kernel/ids.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { findDelivery, findSentEvent } from "./find-delivery.ts";
import { listAllDeliveries } from "./list-all-deliveries.ts";

const hourMs = 3_600_000;

let scene: WebhookScene;
let owner: Owner;
beforeAll(async () => {
  scene = await webhookScene();
  owner = await scene.owner();
});
afterAll(() => scene.close());

const contextOf = ({ id }: Owner) => scene.contextOf(id);
const page = { limit: 50 };
const idsOf = async (filter: Parameters<typeof listAllDeliveries>[1]): Promise<string[]> => {
  const { deliveries } = await listAllDeliveries(contextOf(owner), filter, page);
  return deliveries.map(({ id }) => id);
};

test("lists the deliveries of every endpoint, newest first, by each filter and page by page", async () => {
  const one = await scene.endpoint(owner, "todas-1");
  const two = await scene.endpoint(owner, "todas-2");
  scene.program("todas-2", [400], 200);
  const first = await scene.emit(owner);
  await scene.drain();
  scene.advance(hourMs);
  const later = scene.clock.now();
  const second = await scene.emit(owner);

  const all = await listAllDeliveries(contextOf(owner), {}, page);
  expect(all.next).toBeNull();
  const rows = all.deliveries;
  expect(rows.map(({ id }) => id)).toEqual(
    rows
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  expect(rows.map(({ eventId }) => eventId)).toEqual([second, second, first, first]);
  const idsWhere = (wanted: Partial<(typeof rows)[number]>): string[] =>
    rows
      .filter((row) => Object.entries(wanted).every(([k, v]) => Object(row)[k] === v))
      .map(({ id }) => id);
  expect(await idsOf({ endpointId: one.id })).toEqual(idsWhere({ endpointId: one.id }));
  expect(await idsOf({ status: "failed" })).toEqual(
    idsWhere({ endpointId: two.id, eventId: first }),
  );
  expect(await idsOf({ eventType: "connect_session.consumed" })).toHaveLength(4);
  expect(await idsOf({ eventType: "sync.failed" })).toEqual([]);
  expect(await idsOf({ id: second })).toEqual(idsWhere({ eventId: second }));
  expect(await idsOf({ id: rows[1]?.id })).toEqual([rows[1]?.id]);
  expect(await idsOf({ from: later })).toEqual(idsWhere({ eventId: second }));
  expect(await idsOf({ until: later })).toEqual(idsWhere({ eventId: first }));

  const pages: string[] = [];
  let after: string | undefined;
  do {
    const part = await listAllDeliveries(contextOf(owner), {}, { limit: 3, after });
    pages.push(...part.deliveries.map(({ id }) => id));
    after = part.next ?? undefined;
  } while (after !== undefined);
  expect(pages).toEqual(rows.map(({ id }) => id));
});

test("a delivery is found by its id alone, with its attempts, and an event with its endpoints", async () => {
  const endpoint = await scene.endpoint(owner, "todas-3");
  const eventId = await scene.emit(owner);
  await scene.drain();
  const [id = ""] = await idsOf({ id: eventId, endpointId: endpoint.id });
  const found = await findDelivery(contextOf(owner), id);
  expect(found).toMatchObject({ id, endpointId: endpoint.id, eventId, status: "delivered" });
  expect(found.history).toMatchObject([{ responseStatus: 200, error: null }]);
  const { event, deliveries } = await findSentEvent(contextOf(owner), eventId);
  expect(event.id).toBe(eventId);
  expect(deliveries.map(({ endpointId }) => endpointId)).toContain(endpoint.id);
  expect(deliveries).toHaveLength(3);

  const stranger = contextOf(await scene.owner());
  const unknown = { code: "webhook_delivery_not_found" };
  await expect(findDelivery(stranger, id)).rejects.toMatchObject(unknown);
  await expect(findDelivery(stranger, "whd_x")).rejects.toMatchObject(unknown);
  await expect(findSentEvent(stranger, eventId)).rejects.toMatchObject(unknown);
  const never = newId("whev", scene.clock.now());
  await expect(findSentEvent(contextOf(owner), never)).rejects.toMatchObject(unknown);
  expect((await listAllDeliveries(stranger, {}, page)).deliveries).toEqual([]);
});
