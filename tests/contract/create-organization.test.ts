import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/api.ts";
import { spawnScript } from "#tests/support/child-process.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

async function create(args: string[], environment: Record<string, string> = {}) {
  const { DATABASE_URL, SERVICE_SECRET } = api.settings;
  const child = spawnScript("infra/deploy/create-organization.ts", args, {
    env: { DATABASE_URL, SERVICE_SECRET, ...environment },
  });
  const { code } = await child.ended;
  return { code, ...child.output() };
}

test("the operator of a stage makes an organization whose first key opens the whole catalogue", async () => {
  const { code, stdout, stderr } = await create(["--name", "Primera SpA", "--plan", "business"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { organizationId, apiKey } = JSON.parse(stdout) as Record<string, string>;

  const answer = await api.app.request("/v1/tools", {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: unknown[] };
  const { tools } = await api.deps.catalogue.whole();
  expect(data).toHaveLength(tools.length);
  const hooks = await api.app.request("/v1/webhooks", {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(hooks.status).toBe(200);
  const rows = await api.database.owner(
    "select name, plan, billing from organizations where id = $1",
    [organizationId],
  );
  expect(rows).toEqual([{ name: "Primera SpA", plan: "business", billing: "active" }]);
});

test.each([
  ["no name", ["--plan", "pro"], {}],
  ["a plan that there is not", ["--name", "x", "--plan", "gold"], {}],
  ["no secret", ["--name", "x"], { SERVICE_SECRET: "" }],
])("makes nothing with %s", async (_, args, environment) => {
  const count = () => api.database.owner("select count(*)::int as n from organizations");
  const before = await count();
  const { code, stdout } = await create(args, environment);
  expect(code).not.toBe(0);
  expect(stdout).toBe("");
  expect(await count()).toEqual(before);
});
