import { beforeAll, describe, expect, test } from "vitest";
import { controlOperations } from "#functions/api/control-operations.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { allScopes, callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { sharedApi, type SharedApi } from "#tests/support/scenes/shared-api.ts";

let api: SharedApi;
let owner: TestOrganization;
beforeAll(async () => {
  api = await sharedApi();
  owner = await api.organization({
    plan: "business",
    scopes: [...allScopes(connectors), "webhooks:read", "webhooks:write"],
  });
});

const underKey = controlOperations.filter(({ auth }) => typeof auth !== "string");

test("there are operations to check", () => {
  expect(underKey.length).toBeGreaterThanOrEqual(15);
});

describe.each(underKey)("$id", ({ method, path }) => {
  const url = path.replaceAll(/\{\w+\}/g, "unknown");
  const ask = (headers: Record<string, string>) =>
    api.app.request(url, {
      method: method.toUpperCase(),
      headers: { "content-type": "application/json", ...headers },
      ...(method !== "get" && { body: "{}" }),
    });

  test("is never cached, whether it is answered or refused", async () => {
    const answered = await ask({ authorization: `Bearer ${owner.key}` });
    const refused = await ask({});
    expect(answered.status).not.toBe(401);
    expect(refused.status).toBe(401);
    for (const { headers } of [answered, refused]) {
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});

test.each([
  ["a list", "/v1/syncs"],
  ["the endpoints", "/v1/webhooks"],
  ["a search", "/v1/tools?query=saldo"],
])("a complete answer to %s is never cached", async (_, url) => {
  const { status, headers } = await api.app.request(url, {
    headers: { authorization: `Bearer ${owner.key}` },
  });
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
});

test("a tool's answer is never cached", async () => {
  const answer = await callTool(api.app, "core.timestamp.now", {}, { key: owner.key });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("an unknown path is never cached", async () => {
  const { status, headers } = await api.app.request("/v1/nothing");
  expect(status).toBe(404);
  expect(headers.get("cache-control")).toBe("no-store");
});
