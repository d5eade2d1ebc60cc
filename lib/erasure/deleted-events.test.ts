import { afterAll, beforeAll, expect, test } from "vitest";
import {
  findDelivery,
  findSentEvent,
  listAllDeliveries,
  listMissed,
  recoverEvent,
  resendDelivery,
} from "#lib/webhooks/index.ts";
import { asMember, plantMember, refusalOf } from "#tests/support/scenes/grants.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import { webhookScene, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { deleteConnection } from "./delete-connection.ts";

const minuteMs = 60_000;

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

async function deletable(name: string) {
  const owner = await scene.owner();
  const userId = await plantMember(scene.database, owner.id);
  const ctx = asMember({ ...scene.contextOf(owner.id), db: scene.database.app }, userId);
  const connection = await scene.connection(owner.id, "banco_a");
  const { id: endpoint } = await scene.endpoint(owner, name);
  const emit = (of: string | null): Promise<string> => {
    scene.advance(minuteMs);
    return scene.emit(owner, of);
  };
  return { owner, ctx, connection, endpoint, emit };
}

test("a sent event of a deleted connection no longer exists, and is not sent again", async () => {
  const { owner, ctx, connection, endpoint, emit } = await deletable("enviado");
  scene.program("enviado", [404], 200);
  const failed = await emit(connection);
  await scene.drain();
  const other = await emit(null);
  await scene.drain();
  const seen = async () => {
    const { deliveries } = await listAllDeliveries(ctx, {}, { limit: 50 });
    const { missed } = await listMissed(ctx, endpoint, { limit: 50, after: null });
    return {
      deliveries: deliveries.map(({ eventId }) => eventId),
      ofEndpoint: (await scene.deliveries(owner, endpoint)).map((line) => line.event_id),
      missed: missed.map(({ eventId }) => eventId),
    };
  };
  const before = [other, failed];
  expect(await seen()).toEqual({ deliveries: before, ofEndpoint: before, missed: [failed] });
  const [line] = (await findSentEvent(ctx, failed)).deliveries;
  const delivery = line?.id ?? "";
  expect(await findDelivery(ctx, delivery)).toMatchObject({ status: "failed" });

  await deleteConnection(ctx, connection);
  expect(await seen()).toEqual({ deliveries: [other], ofEndpoint: [other], missed: [] });
  const unknown = { code: "webhook_delivery_not_found" };
  expect(await refusalOf(findSentEvent(ctx, failed))).toMatchObject(unknown);
  expect(await refusalOf(findDelivery(ctx, delivery))).toMatchObject(unknown);
  expect(await refusalOf(resendDelivery(ctx, endpoint, delivery))).toMatchObject(unknown);
  const resend = `/v1/webhooks/${endpoint}/deliveries/${delivery}/resend`;
  expect((await scene.send("POST", resend, owner.key)).status).toBe(404);
  await scene.drain();
  expect(scene.received("enviado")).toHaveLength(2);
});

test("a queued event of a deleted connection is never sent, and does not count against its endpoint", async () => {
  const { owner, ctx, connection, endpoint, emit } = await deletable("en-cola");
  for (let queued = 0; queued < 5; queued += 1) await emit(connection);
  const other = await emit(null);
  await deleteConnection(ctx, connection);
  expect(await scene.drain()).toMatchObject({ claimed: 1, delivered: 1 });
  const ids = scene.received("en-cola").map(({ headers }) => headers["webhook-id"]);
  expect(ids).toEqual([other]);
  const { body } = await scene.send("GET", `/v1/webhooks/${endpoint}`, owner.key);
  expect(body.data).toMatchObject({ enabled: true, consecutive_failures: 0 });
});

const again = {
  resend: (ctx, { endpoint, delivery }) => resendDelivery(ctx, endpoint, delivery),
  recover: (ctx, { later, event }) => recoverEvent(ctx, later, event),
} satisfies Record<
  string,
  (
    ctx: Awaited<ReturnType<typeof deletable>>["ctx"],
    of: { endpoint: string; delivery: string; later: string; event: string },
  ) => Promise<unknown>
>;

test.each(Object.entries(again))(
  "a %s during the deletion of the connection waits for it, and finds nothing",
  async (name, act) => {
    const { owner, ctx, connection, endpoint, emit } = await deletable(`antes-${name}`);
    scene.program(`antes-${name}`, [404], 200);
    const event = await emit(connection);
    await scene.drain();
    const { id: later } = await scene.endpoint(owner, `despues-${name}`);
    const [line] = (await findSentEvent(ctx, event)).deliveries;

    const begun = Promise.withResolvers<Promise<unknown>>();
    const { db } = ctx;
    const transaction: typeof db.transaction = (organization, work, ...more) =>
      db.transaction(
        organization,
        async (tx) => {
          const deleted = await work(tx);
          const acted = refusalOf(act(ctx, { endpoint, delivery: line?.id ?? "", later, event }));
          begun.resolve(acted);
          expect(await endsOrWaits(scene.database, acted)).toBe("waits");
          return deleted;
        },
        ...more,
      );
    await deleteConnection({ ...ctx, db: { ...db, transaction } }, connection);
    expect(await begun.promise).toMatchObject({ code: "webhook_delivery_not_found" });
    await scene.drain();
    expect(scene.countOf([{ name: `antes-${name}` }, { name: `despues-${name}` }])).toBe(1);
  },
);
