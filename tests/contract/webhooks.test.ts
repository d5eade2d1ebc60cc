import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEgress } from "#lib/egress/index.ts";
import { fixedResolver } from "#lib/egress/testing/fixed-resolver.ts";
import cases from "#lib/egress/testing/ssrf-cases.json" with { type: "json" };
import { createApi } from "#functions/api/app.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { sentTypes, subscribableTypes } from "#lib/webhooks/index.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

let scene: WebhookScene;
let owner: Owner;
beforeAll(async () => {
  scene = await webhookScene();
  owner = await scene.owner();
});
afterAll(() => scene.close());

const url = "https://hooks.sandbox.test/in/contrato";
const now = new Date("2027-01-01T00:00:00.000Z");
const create = (body: unknown, key = owner.key) => scene.send("POST", "/v1/webhooks", key, body);
const issues = (answer: Awaited<ReturnType<typeof create>>) =>
  answer.body.error?.details?.["issues"];

describe("creation", () => {
  test("answers 201 with the endpoint and its secret, which no later answer has", async () => {
    const made = await create({ url, event_types: ["sync.failed", "sync.failed"] });
    expect(made.status).toBe(201);
    const { secret, ...endpoint } = made.body.data ?? {};
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      url,
      event_types: ["sync.failed"],
      connection_id: null,
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
      disabled_detail: null,
      consecutive_failures: 0,
      last_success_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    });
    const path = `/v1/webhooks/${String(endpoint["id"])}`;
    expect((await scene.send("GET", path, owner.key)).body.data).toEqual(endpoint);
    const listed = (await scene.send("GET", "/v1/webhooks", owner.key)).body.data;
    expect(listed).toContainEqual(endpoint);
    expect(JSON.stringify(listed)).not.toContain("whsec_");
  });

  test("stores the secret nowhere unencrypted", async () => {
    const made = await create({ url });
    const secret = String(made.body.data?.["secret"]);
    const rows = await scene.database.owner("select * from webhook_endpoints where id = $1", [
      made.body.data?.["id"],
    ]);
    const kept = Object.values(rows[0] ?? {}).map((value) =>
      Buffer.isBuffer(value) ? value.toString("latin1") : JSON.stringify(value),
    );
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.filter((text) => text.includes(secret.slice(6, 26)))).toEqual([]);
    const raw = Buffer.from(secret.slice(6), "base64").toString("latin1");
    expect(kept.filter((text) => text.includes(raw))).toEqual([]);
  });

  test.each([
    ["no url", {}, ["url"]],
    ["a url that is no text", { url: 1 }, ["url"]],
    ["an unknown field", { url, nombre: "uno" }, ["nombre"]],
    ["an unknown type", { url, event_types: ["sync.succeeded", "sync.nada"] }, ["event_types", 1]],
    ["webhook.test", { url, event_types: ["webhook.test"] }, ["event_types", 0]],
    ["types that are no list", { url, event_types: "sync.failed" }, ["event_types"]],
    ["a connection that is no id", { url, connection_id: "'; --\u0000" }, ["connection_id"]],
    ["an unknown connection", { url, connection_id: newId("conn", now) }, ["connection_id"]],
  ])("refuses %s", async (_what, body, path) => {
    const refused = await create(body);
    expectRefusal(refused, "validation_error");
    expect(issues(refused)).toMatchObject([{ path }]);
  });

  test("accepts every type of the specification, and sync.partial for compatibility", async () => {
    expect(subscribableTypes).toHaveLength(8);
    expect(subscribableTypes).toContain("sync.partial");
    expect((await create({ url, event_types: subscribableTypes })).status).toBe(201);
    const partial = await create({ url, event_types: ["sync.partial"] });
    expect(partial.body.data).toMatchObject({ event_types: ["sync.partial"] });
  });

  test("offers only types that are sent, to whom names none", async () => {
    const [issue] = issues(await create({ url, event_types: ["sync.nada"] })) as [
      { message: string },
    ];
    for (const type of sentTypes) expect(issue.message).toContain(type);
    expect(issue.message).not.toContain("sync.partial");
  });

  test("accepts only a connection of the organization", async () => {
    const own = await scene.connection(owner.id, "banco_a");
    const limited = await create({ url, connection_id: own });
    expect(limited.body.data).toMatchObject({ connection_id: own });
    const stranger = await scene.owner();
    const theirs = await scene.connection(stranger.id, "banco_a");
    const refused = await create({ url, connection_id: theirs });
    expectRefusal(refused, "validation_error");
    expect(issues(refused)).toEqual(
      issues(await create({ url, connection_id: newId("conn", now) })),
    );
  });

  test("needs a plan with webhooks; existing endpoints get nothing, and can still be read and disabled", async () => {
    const free = await scene.owner("free");
    const refused = await create({ url }, free.key);
    expectRefusal(refused, "feature_not_in_plan");
    expect(refused.body.error?.details).toEqual({ feature: "webhooks" });

    const left = await scene.owner();
    const { id } = await scene.endpoint(left, "plan");
    await updateOrganization(scene.deps, left.id, { plan: "free" });
    expect((await scene.send("GET", `/v1/webhooks/${id}`, left.key)).status).toBe(200);
    await scene.emit(left);
    const sent = await scene.send("GET", `/v1/webhooks/${id}/deliveries`, left.key);
    expect(sent.body).toMatchObject({ data: [] });
    expect((await scene.send("DELETE", `/v1/webhooks/${id}`, left.key)).status).toBe(200);
  });

  test("makes no DNS query before it knows that the rest is valid", async () => {
    const resolver = fixedResolver(["93.184.215.14"]);
    const app = createApi({ ...scene.appDeps, egress: createEgress({ resolver }) });
    const free = await scene.owner("free");
    const post = (key: string, body: unknown) =>
      app.request("/v1/webhooks", {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const target = "https://hooks.example.com/";
    await post(free.key, { url: target });
    await post(owner.key, { url: target, connection_id: newId("conn", now) });
    await post(owner.key, { url: target, event_types: ["nada"] });
    expect(resolver.asked).toEqual([]);
    expect((await post(owner.key, { url: target })).status).toBe(201);
    expect(resolver.asked).toEqual(["hooks.example.com"]);
  });
});

describe("every URL of the cases", () => {
  let tried = 0;
  afterAll(() => expect(tried).toBeGreaterThanOrEqual(173));

  test.each(cases)("$url ($why): $expect at creation", async (one) => {
    tried += 1;
    const resolver = fixedResolver(one.answers ?? []);
    const app = createApi({ ...scene.appDeps, egress: createEgress({ resolver }) });
    const response = await app.request("/v1/webhooks", {
      method: "POST",
      headers: { authorization: `Bearer ${owner.key}`, "content-type": "application/json" },
      body: JSON.stringify({ url: one.url }),
    });
    const body = (await response.json()) as Awaited<ReturnType<typeof create>>["body"];
    if (one.expect === "accept") {
      expect([response.status, body.error]).toEqual([201, undefined]);
      // An organization has only so many.
      const made = `/v1/webhooks/${String(body.data?.["id"])}`;
      expect((await scene.send("DELETE", made, owner.key)).status).toBe(200);
      return;
    }
    expectRefusal(
      { status: response.status, headers: response.headers, body },
      "invalid_webhook_url",
    );
    expect(body.error?.details).toEqual({ reason: expect.stringMatching(/^[a-z][a-z0-9 :/,]+$/) });
  });
});

describe("a change", () => {
  test("checks its URL by the same rules, and changes only what is given", async () => {
    const { id } = await scene.endpoint(owner, "cambio");
    const path = `/v1/webhooks/${id}`;
    const refused = await scene.send("PATCH", path, owner.key, { url: "https://10.0.0.1/" });
    expectRefusal(refused, "invalid_webhook_url");
    expect(refused.body.error?.details).toEqual({ reason: "address not public" });
    const types = { event_types: ["sync.failed"] };
    const changed = await scene.send("PATCH", path, owner.key, types);
    expect(changed.body.data).toMatchObject({
      id,
      url: expect.stringContaining("cambio"),
      ...types,
    });
    const all = await scene.send("PATCH", path, owner.key, { event_types: [] });
    expect(all.body.data).toMatchObject({ event_types: [], enabled: true });
    const same = await scene.send("PATCH", path, owner.key, {});
    expect(same.body.data).toEqual(all.body.data);
    for (const body of [
      { connection_id: null },
      { event_types: ["webhook.test"] },
      { enabled: 1 },
    ]) {
      expectRefusal(await scene.send("PATCH", path, owner.key, body), "validation_error");
    }
  });

  test("disables once: the time and reason do not change", async () => {
    const { id } = await scene.endpoint(owner, "apagado");
    const first = await scene.send("DELETE", `/v1/webhooks/${id}`, owner.key);
    expect(first.body.data).toMatchObject({
      enabled: false,
      disabled_at: expect.any(String),
      disabled_reason: "manual",
      disabled_detail: null,
    });
    scene.advance(60_000);
    const again = await scene.send("PATCH", `/v1/webhooks/${id}`, owner.key, { enabled: false });
    expect(again.body.data).toEqual(first.body.data);
    expect((await scene.send("GET", `/v1/webhooks/${id}`, owner.key)).body.data).toEqual(
      first.body.data,
    );
  });
});

describe("lists", () => {
  test("of deliveries and events have pages of up to 100, newest first, each item once", async () => {
    const own = await scene.owner();
    const { id } = await scene.endpoint(own, "lista");
    const emitted: string[] = [];
    for (let n = 0; n < 7; n++) {
      scene.advance(10);
      emitted.unshift(await scene.emit(own));
    }
    for (const [path, field] of [
      [`/v1/webhooks/${id}/deliveries`, "event_id"],
      ["/v1/events", "id"],
    ] as const) {
      const seen: unknown[] = [];
      let cursor: string | null = null;
      for (const size of [3, 3, 1]) {
        const query = `?limit=3${cursor === null ? "" : `&cursor=${cursor}`}`;
        const { body } = await scene.send("GET", path + query, own.key);
        const page = body.data as unknown as Record<string, unknown>[];
        expect(page).toHaveLength(size);
        seen.push(...page.map((item) => item[field]));
        const { pagination } = body as unknown as { pagination: { cursor: string | null } };
        expect(pagination).toEqual({
          cursor: size === 3 ? expect.any(String) : null,
          hasMore: size === 3,
        });
        cursor = pagination.cursor;
      }
      expect(seen).toEqual(emitted);
      for (const limit of ["0", "101", "x", "1.5"]) {
        expectRefusal(
          await scene.send("GET", `${path}?limit=${limit}`, own.key),
          "validation_error",
        );
      }
      expectRefusal(await scene.send("GET", `${path}?cursor=abc`, own.key), "validation_error");
      expectRefusal(await scene.send("GET", `${path}?pagina=2`, own.key), "validation_error");
    }
  });

  test("of events can be filtered, and a cursor works only for its own list", async () => {
    const own = await scene.owner();
    const one = await scene.connection(own.id, "banco_a");
    const ids = [await scene.emit(own, one), await scene.emit(own)];
    const list = async (query: string) => {
      const { body } = await scene.send("GET", `/v1/events?${query}`, own.key);
      return (body.data as unknown as { id: string }[]).map(({ id }) => id);
    };
    expect(await list(`connection_id=${one}`)).toEqual([ids[0]]);
    expect(await list("type=sync.failed")).toEqual([]);
    expect((await list("type=connect_session.consumed")).toSorted()).toEqual(ids.toSorted());
    const { body } = await scene.send("GET", "/v1/events?limit=1", own.key);
    const { cursor } = (body as unknown as { pagination: { cursor: string } }).pagination;
    const elsewhere = `/v1/events?limit=1&type=sync.failed&cursor=${cursor}`;
    expectRefusal(await scene.send("GET", elsewhere, own.key), "validation_error");
    for (const query of ["type=nada", "connection_id=%00", "connection_id=x"]) {
      expectRefusal(await scene.send("GET", `/v1/events?${query}`, own.key), "validation_error");
    }
  });
});
