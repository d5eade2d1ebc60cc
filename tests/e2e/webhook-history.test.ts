import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

// What is stored about a delivery, and what is not, however its attempts went.

let scene: WebhookScene;
beforeAll(async () => {
  scene = await webhookScene();
});
afterAll(() => scene.close());

async function only(owner: Owner, endpointId: string) {
  const [delivery, ...others] = await scene.deliveries(owner, endpointId);
  expect(others).toEqual([]);
  if (delivery === undefined) throw new TypeError("there is one");
  return delivery;
}

async function pageOf(owner: Owner, path: string) {
  const { body } = await scene.send("GET", path, owner.key);
  return body as unknown as {
    data: Record<string, unknown>[];
    pagination: { cursor: string | null; hasMore: boolean };
  };
}

test("an attempt whose secret cannot be opened has a reason and no time, and is repeated", async () => {
  const owner = await scene.owner();
  const { id } = await scene.endpoint(owner, "sellado");
  const rows = await scene.database.owner("select secret from webhook_endpoints where id = $1", [
    id,
  ]);
  const [{ secret }] = rows as [{ secret: Buffer }];
  const damage = "update webhook_endpoints set secret = $2 where id = $1";
  await scene.database.owner(damage, [id, secret.subarray(0, -1)]);
  const eventId = await scene.emit(owner);
  await scene.drain();
  expect(scene.received("sellado")).toEqual([]);
  const error = "the signing secret could not be opened";
  const unbuilt = { attempted_at: null, response_status: null, duration_ms: null, error };
  expect(await only(owner, id)).toMatchObject({
    status: "pending",
    attempts: 1,
    response_status: null,
    error,
    attempts_detail: [unbuilt],
  });

  await scene.database.owner(damage, [id, secret]);
  scene.advance(60_000);
  await scene.drain();
  expect(scene.received("sellado").map(({ headers }) => headers["webhook-id"])).toEqual([eventId]);
  const { status, attempts_detail: attempts } = await only(owner, id);
  expect(status).toBe("delivered");
  expect(attempts).toEqual([
    unbuilt,
    {
      attempted_at: expect.any(String),
      response_status: 200,
      duration_ms: expect.any(Number),
      error: null,
    },
  ]);
});

test("a delivery has the fields of the specification, and only the status of an answer", async () => {
  const owner = await scene.owner();
  const { id, secret } = await scene.endpoint(owner, "respuesta");
  const headers = { "x-receiver": "marcada-cabecera" };
  scene.program("respuesta", [{ status: 500, body: "marcada-respuesta", headers }], 200);
  const eventId = await scene.emit(owner);
  await scene.drain();
  const waiting = await only(owner, id);
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) as string;
  expect(waiting).toEqual({
    id: expect.stringMatching(/^whd_[0-9a-z]{26}$/),
    event_id: eventId,
    event_type: "connect_session.consumed",
    status: "pending",
    attempts: 1,
    response_status: 500,
    error: "answered 500",
    next_attempt_at: instant,
    attempts_detail: [
      {
        attempted_at: instant,
        response_status: 500,
        duration_ms: expect.any(Number),
        error: "answered 500",
      },
    ],
    created_at: instant,
    updated_at: instant,
  });
  scene.advance(60_000);
  await scene.drain();

  const signatures = scene.received("respuesta").map((got) => got.headers["webhook-signature"]);
  expect(signatures).toHaveLength(2);
  const kept: unknown[] = [];
  for (const table of ["endpoints", "events", "deliveries", "attempts"]) {
    const rows = await scene.database.owner(
      `select row_to_json(t)::text as kept from webhook_${table} t where organization_id = $1`,
      [owner.id],
    );
    expect(rows.length, table).toBeGreaterThan(0);
    kept.push(...rows.map((row) => row["kept"]));
  }
  const marks = ["marcada-respuesta", "marcada-cabecera", secret.slice(6)];
  marks.push(...signatures.map((signature) => signature?.slice(3) ?? ""));
  for (const mark of marks) {
    expect(mark.length).toBeGreaterThan(10);
    expect(kept.filter((row) => String(row).includes(mark))).toEqual([]);
  }
});

describe("a disabled endpoint", () => {
  test.each(["DELETE", "PATCH"])(
    "by %s keeps its history, and what is resent to it is delivered",
    async (method) => {
      const owner = await scene.owner();
      const name = `historia-${method}`;
      const { id } = await scene.endpoint(owner, name);
      scene.program(name, [404]);
      await scene.emit(owner);
      await scene.drain();
      const before = await only(owner, id);
      const off = method === "PATCH" ? { enabled: false } : undefined;
      const disabled = await scene.send(method, `/v1/webhooks/${id}`, owner.key, off);
      expect(disabled.body.data).toMatchObject({ id, enabled: false });
      expect(await only(owner, id)).toEqual(before);
      await scene.send("POST", `/v1/webhooks/${id}/deliveries/${before.id}/resend`, owner.key);
      await scene.drain();
      expect(await only(owner, id)).toMatchObject({ id: before.id, status: "delivered" });
      const ids = scene.received(name).map(({ headers }) => headers["webhook-id"]);
      expect(ids).toEqual([before.event_id, before.event_id]);
      const endpoint = await scene.send("GET", `/v1/webhooks/${id}`, owner.key);
      expect(endpoint.body.data).toMatchObject({
        enabled: false,
        last_success_at: expect.any(String),
      });
    },
  );
});

test("a page has 50 deliveries, or events, by default, and 100 at most", async () => {
  const owner = await scene.owner();
  const { id } = await scene.endpoint(owner, "muchas");
  for (let n = 0; n < 101; n++) await scene.emit(owner);
  for (const path of [`/v1/webhooks/${id}/deliveries`, "/v1/events"]) {
    const usual = await pageOf(owner, path);
    expect(usual.data).toHaveLength(50);
    const most = await pageOf(owner, `${path}?limit=100`);
    expect(most.data).toHaveLength(100);
    expect(most.pagination).toEqual({ cursor: expect.any(String), hasMore: true });
    const rest = await pageOf(owner, `${path}?limit=1&cursor=${most.pagination.cursor}`);
    expect(rest.data).toHaveLength(1);
    expect(rest.pagination).toEqual({ cursor: null, hasMore: false });
    const ids = [...most.data, ...rest.data].map((one) => one["id"]);
    expect(new Set(ids).size).toBe(101);
    expect(ids.slice(0, 50)).toEqual(usual.data.map((one) => one["id"]));
  }
});
