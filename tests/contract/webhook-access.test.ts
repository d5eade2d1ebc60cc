import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webhookOperations } from "#functions/api/webhooks/operations.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

interface Ids {
  endpoint: string;
  delivery: string;
  event: string;
}

let scene: WebhookScene;
let owner: Owner;
let stranger: Owner;
let own: Ids;
beforeAll(async () => {
  scene = await webhookScene();
  owner = await scene.owner();
  stranger = await scene.owner();
  own = await thingsOf(owner);
});
afterAll(() => scene.close());

async function thingsOf(someone: Owner): Promise<Ids> {
  const { id } = await scene.endpoint(someone, "acceso");
  const event = await scene.emit(someone);
  await scene.drain();
  const [delivery] = await scene.deliveries(someone, id);
  return { endpoint: id, delivery: delivery?.id ?? "", event };
}

interface Route {
  method: string;
  path: string;
  scope: "read" | "write";
  /** How a route that takes an id answers an unknown one. */
  code?: ErrorCode;
}

const noEndpoint = "webhook_endpoint_not_found";
const withIds: Route[] = [
  { method: "GET", path: "/v1/webhooks/{endpoint}", scope: "read", code: noEndpoint },
  { method: "PATCH", path: "/v1/webhooks/{endpoint}", scope: "write", code: noEndpoint },
  { method: "DELETE", path: "/v1/webhooks/{endpoint}", scope: "write", code: noEndpoint },
  { method: "POST", path: "/v1/webhooks/{endpoint}/roll-secret", scope: "write", code: noEndpoint },
  { method: "GET", path: "/v1/webhooks/{endpoint}/deliveries", scope: "read", code: noEndpoint },
  {
    method: "POST",
    path: "/v1/webhooks/{endpoint}/deliveries/{delivery}/resend",
    scope: "write",
    code: noEndpoint,
  },
  { method: "GET", path: "/v1/events/{event}", scope: "read", code: "webhook_delivery_not_found" },
];

const withoutIds: Route[] = [
  { method: "GET", path: "/v1/webhooks", scope: "read" },
  { method: "POST", path: "/v1/webhooks", scope: "write" },
  { method: "GET", path: "/v1/events", scope: "read" },
];

const pathWith = (path: string, ids: Ids) =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name as keyof Ids]);

const bodyOf = (method: string) => {
  if (method === "PATCH") return { enabled: true };
  return method === "POST" ? { url: "https://hooks.sandbox.test/in/acceso" } : undefined;
};

test("every webhook route is tried", () => {
  const tried = [...withIds, ...withoutIds].map(({ method, path }) => `${method} ${path}`);
  const served = webhookOperations.map(({ method, path }) =>
    `${method.toUpperCase()} ${path}`
      .replace("/v1/webhooks/{id}", "/v1/webhooks/{endpoint}")
      .replace("{delivery_id}", "{delivery}")
      .replace("/v1/events/{id}", "/v1/events/{event}"),
  );
  expect(tried.toSorted()).toEqual(served.toSorted());
});

describe.each(withIds)("$method $path", ({ method, path, code = noEndpoint }) => {
  test("answers a stranger like an unknown id", async () => {
    const theirs = await scene.send(method, pathWith(path, own), stranger.key, bodyOf(method));
    expectRefusal(theirs, code);
    const now = scene.clock.now();
    const nobodys = pathWith(path, {
      endpoint: newId("whk", now),
      delivery: newId("whd", now),
      event: newId("whev", now),
    });
    const unknown = await scene.send(method, nobodys, stranger.key, bodyOf(method));
    expectRefusal(unknown, code);
    expect(unknown.body.error?.details).toEqual(theirs.body.error?.details);
  });

  test.each([
    "x",
    "whk_",
    "%00",
    "whk_%27--",
    "WHK_01K2EXAMPLE0000000000000000",
    "x".repeat(65),
    `whk_${"0".repeat(2_000)}`,
  ])("answers %s, an invalid id, like an unknown one", async (text) => {
    const odd = pathWith(path, { endpoint: text, delivery: text, event: text });
    expectRefusal(await scene.send(method, odd, owner.key, bodyOf(method)), code);
  });
});

test("a delivery of another endpoint, another organization, or none is not found", async () => {
  const theirs = await thingsOf(stranger);
  const other = await scene.endpoint(owner, "acceso");
  const now = scene.clock.now();
  for (const [endpoint, delivery] of [
    [own.endpoint, newId("whd", now)],
    [own.endpoint, theirs.delivery],
    [own.endpoint, "x"],
    [own.endpoint, "x".repeat(65)],
    [other.id, own.delivery],
  ]) {
    const path = `/v1/webhooks/${endpoint}/deliveries/${delivery}/resend`;
    expectRefusal(await scene.send("POST", path, owner.key), "webhook_delivery_not_found");
  }
});

test("a delivery that has not ended is not resent", async () => {
  const someone = await scene.owner();
  const { id } = await scene.endpoint(someone, "abierta");
  await scene.emit(someone);
  const [open] = await scene.deliveries(someone, id);
  const path = `/v1/webhooks/${id}/deliveries/${open?.id}/resend`;
  const refused = await scene.send("POST", path, someone.key);
  expectRefusal(refused, "validation_error");
  expect(refused.body.error?.details).toMatchObject({
    issues: [{ path: ["delivery_id"], code: "not_allowed" }],
    reason: "not_ended",
  });
});

describe("scopes", () => {
  test.each([...withIds, ...withoutIds])("$method $path needs its own", async (route) => {
    const { method, scope } = route;
    const path = pathWith(route.path, own);
    const other = scope === "read" ? "write" : "read";
    const { key } = await scene.key(owner.id, [
      `webhooks:${other}`,
      "banco_a:read",
      "banco_a:write",
    ]);
    const refused = await scene.send(method, path, key, bodyOf(method));
    expectRefusal(refused, "scope_not_granted");
    expect(refused.body.error?.details).toEqual({ required: [`webhooks:${scope}`] });
    const without = await scene.send(method, path, "connect_sk_nothing", bodyOf(method));
    expectRefusal(without, "unauthorized");

    const good = await scene.key(owner.id, [`webhooks:${scope}`]);
    const answer = await scene.send(method, path, good.key, bodyOf(method));
    expect([200, 201]).toContain(answer.status);
    expect(answer.body.meta).toMatchObject({ plane: "control", audit_status: "recorded" });
  });
});
