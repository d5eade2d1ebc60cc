import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";

let api: TestApi;
let owner: TestOrganization;
beforeAll(async () => {
  api = await testApi();
  owner = await api.organization({ plan: "free" });
});
afterAll(() => api.close());

interface Refused {
  error: { code: string; request_id: string };
  meta: Record<string, unknown>;
}

async function ask(method: string, path: string, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await api.app.request(path, { method, headers });
  const body = (await response.json()) as Refused;
  return { status: response.status, headers: response.headers, ...body };
}

const unknown = [
  ["GET", "/"],
  ["POST", "/v1/nada"],
  ["DELETE", "/v1/syncs"],
  ["GET", "/v1/tools/echo.mensaje.repetir/execute"],
] as const;

test.each(unknown)("%s %s with a key is recorded and counts as a request", async (method, path) => {
  const refused = await ask(method, path, `Bearer ${owner.key}`);
  expect([refused.status, refused.error.code]).toEqual([404, "tool_not_found"]);
  expect(refused.meta["audit_status"]).toBe("recorded");
  expect(Number(refused.headers.get("ratelimit-remaining"))).toBeLessThan(600);
  const rows = await api.database.owner(
    "select operation, outcome, plane, actor_id as actor from audit where request_id = $1",
    [refused.error.request_id],
  );
  expect(rows).toEqual([
    {
      operation: "path.unknown",
      outcome: "tool_not_found",
      plane: "control",
      actor: owner.keyId,
    },
  ]);
});

test.each(unknown)("%s %s without a key is unknown too, and not recorded", async (method, path) => {
  const refused = await ask(method, path);
  expect([refused.status, refused.error.code]).toEqual([404, "tool_not_found"]);
  expect(refused.meta["audit_status"]).toBe("not_recorded");
});

test("an invalid key, and one that calls too often, are told so at any path", async () => {
  expect((await ask("GET", "/v1/nada", "Bearer connect_sk_nada")).status).toBe(401);
  await api.database.owner(
    `insert into rate_windows (organization_id, credential_id, starts_at, hits)
     select organization_id, id, to_timestamp(floor($2::float8 / 60000 + n) * 60), 600
     from api_keys, generate_series(1, 2) n where organization_id = $1`,
    [owner.id, api.clock.now().getTime()],
  );
  api.clock.advance(60_000);
  expect((await ask("GET", "/v1/nada", `Bearer ${owner.key}`)).error.code).toBe("rate_limited");
});
