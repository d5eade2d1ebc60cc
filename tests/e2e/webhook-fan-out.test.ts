import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withTx } from "#lib/db/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { emitEvent } from "#lib/webhooks/index.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

async function events(owner: Owner): Promise<unknown> {
  return (await scene.send("GET", "/v1/events", owner.key)).body.data;
}

describe("an event", () => {
  async function told(owner: Owner, endpoints: string[]): Promise<string[]> {
    const counts = await Promise.all(
      endpoints.map(async (id) => ((await scene.deliveries(owner, id)).length > 0 ? id : null)),
    );
    return counts.filter((id) => id !== null);
  }

  test("goes to the endpoints that want it: by type, by connection, enabled, and registered before", async () => {
    const owner = await scene.owner();
    const one = await scene.connection(owner.id, "banco_a");
    const other = await scene.connection(owner.id, "banco_b");
    const make = async (more: Record<string, unknown>) =>
      (await scene.endpoint(owner, "nadie", more)).id;
    const wanted = [
      await make({}),
      await make({ event_types: [] }),
      await make({ event_types: ["connect_session.consumed"] }),
      await make({ connection_id: one }),
      await make({ connection_id: one, event_types: ["sync.failed", "connect_session.consumed"] }),
    ];
    const unwanted = [
      await make({ event_types: ["sync.succeeded"] }),
      await make({ event_types: ["sync.partial"] }),
      await make({ connection_id: other }),
      await make({ connection_id: one, event_types: ["sync.failed"] }),
      await make({}),
    ];
    await scene.send("DELETE", `/v1/webhooks/${unwanted.at(-1)}`, owner.key);
    const stranger = await scene.owner();
    const theirs = await scene.endpoint(stranger, "nadie");
    await scene.emit(owner, one);
    const later = await make({});
    expect(await told(owner, [...wanted, ...unwanted, later])).toEqual(wanted);
    expect(await scene.deliveries(stranger, theirs.id)).toEqual([]);
  });

  test("has one id and one text for all of its endpoints", async () => {
    const owner = await scene.owner();
    for (const name of ["eco1", "eco2", "eco3"]) await scene.endpoint(owner, name);
    const id = await scene.emit(owner);
    await scene.drain();
    const got = ["eco1", "eco2", "eco3"].flatMap((name) => scene.received(name));
    expect(got).toHaveLength(3);
    expect(new Set(got.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([id]));
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
  });

  test("exists exactly if what it announces exists", async () => {
    const owner = await scene.owner();
    const { id } = await scene.endpoint(owner, "nada");
    const undone = withTx(scene.contextOf(owner.id), async (tx) => {
      await emitEvent(tx, {
        organizationId: owner.id,
        type: "tributario.honorarios.issued",
        connectionId: null,
        data: {
          request_id: newId("hon", scene.clock.now()),
          connection_id: newId("conn", scene.clock.now()),
          document_version: 1,
          state: "emitida",
        },
      });
      throw new Error("the cause failed");
    });
    await expect(undone).rejects.toThrow("the cause failed");
    expect(await events(owner)).toEqual([]);
    expect(await scene.deliveries(owner, id)).toEqual([]);
  });

  test("on a plan without webhooks is stored to be read, and delivered to nobody", async () => {
    const owner = await scene.owner();
    const { id } = await scene.endpoint(owner, "plan");
    await scene.database.owner("update organizations set plan = 'free' where id = $1", [owner.id]);
    await scene.emit(owner);
    expect(await events(owner)).toHaveLength(1);
    expect(await scene.deliveries(owner, id)).toEqual([]);
  });

  test("with more fields than its schema is not sent", async () => {
    const owner = await scene.owner();
    const data = { test: true, message: "uno", endpoint_id: "whk_x", rut: "1-9" } as const;
    const given = {
      organizationId: owner.id,
      type: "webhook.test",
      connectionId: null,
      data,
    } as const;
    const emitted = withTx(scene.contextOf(owner.id), (tx) => emitEvent(tx, given));
    await expect(emitted).rejects.toThrow("rut");
  });
});
