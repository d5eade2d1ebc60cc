import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/api.ts";
import { acceptInvitation } from "#lib/identity/people/index.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import { spawnScript } from "#tests/support/child-process.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

async function create(args: string[], environment: Record<string, string> = {}) {
  const { WORKER_DATABASE_URL, SERVICE_SECRET } = api.settings;
  const child = spawnScript("infra/deploy/create-organization.ts", args, {
    env: { WORKER_DATABASE_URL, SERVICE_SECRET, ...environment },
  });
  const { code } = await child.ended;
  return { code, ...child.output() };
}

async function scopesOf(organizationId: string | undefined): Promise<string[]> {
  const text = "select scopes from api_keys where organization_id = $1";
  const [key] = await api.database.owner(text, [organizationId]);
  return key?.["scopes"] as string[];
}

const webhooks = async (method: string, apiKey: string | undefined) =>
  (
    await api.app.request("/v1/webhooks", {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(method === "POST" && { body: JSON.stringify({ url: "https://hooks.example/in" }) }),
    })
  ).status;

test("the operator of a stage makes an organization whose first key reads all and changes nothing", async () => {
  const { code, stdout, stderr } = await create(["--name", "Primera SpA", "--plan", "business"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { organizationId, apiKey } = JSON.parse(stdout) as Record<string, string>;

  const scopes = await scopesOf(organizationId);
  expect(scopes).toContain("tributario:read");
  expect(scopes.filter((scope) => !scope.endsWith(":read"))).toEqual([]);
  const tools = await api.app.request("/v1/tools", {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(((await tools.json()) as { data: unknown[] }).data).toHaveLength(
    (await api.deps.catalogue.whole()).tools.length,
  );
  expect([await webhooks("GET", apiKey), await webhooks("POST", apiKey)]).toEqual([200, 403]);
  const rows = await api.database.owner(
    "select name, plan, billing from organizations where id = $1",
    [organizationId],
  );
  expect(rows).toEqual([{ name: "Primera SpA", plan: "business", billing: "active" }]);
});

test("a first key has the scopes that it is given by name", async () => {
  const scopes = "tributario:read,tributario:write,webhooks:read,webhooks:write";
  const { stdout } = await create(["--name", "Segunda SpA", "--scopes", scopes]);
  const { organizationId } = JSON.parse(stdout) as Record<string, string>;
  expect(await scopesOf(organizationId)).toEqual(scopes.split(","));
});

test("an owner is invited by a link that only their mail opens", async () => {
  const environment = { BASE_URL: "https://connect.test" };
  const args = ["--name", "Tercera SpA", "--owner", "Ana@Maule.example"];
  const { stdout } = await create(args, environment);
  const { organizationId, invitationUrl = "" } = JSON.parse(stdout) as Record<string, string>;
  expect(invitationUrl).toMatch(/^https:\/\/connect\.test\/dashboard\/invitaciones\/[\w-]{69}$/);
  const token = invitationUrl.slice(invitationUrl.lastIndexOf("/") + 1);
  const secret = new ServiceSecret({ SERVICE_SECRET: api.settings.SERVICE_SECRET });
  const ctx = { ...api.deps, secret };
  const person = { userId: "usr_ana", email: "ana@maule.example", name: null };
  const other = { ...person, email: "otra@maule.example" };
  const noRecord = async (): Promise<void> => undefined;
  expect((await acceptInvitation(ctx, token, other, noRecord)).kind).toBe("other_mail");
  expect((await acceptInvitation(ctx, token, person, noRecord)).kind).toBe("joined");
  const rows = "select role, email from members where organization_id = $1";
  expect(await api.database.owner(rows, [organizationId])).toEqual([
    { role: "owner", email: "ana@maule.example" },
  ]);
});

test.each([
  ["no name", ["--plan", "pro"], {}],
  ["a plan that there is not", ["--name", "x", "--plan", "gold"], {}],
  ["a scope that there is not", ["--name", "x", "--scopes", "banco_z:read"], {}],
  ["no secret", ["--name", "x"], { SERVICE_SECRET: "" }],
  ["an owner and no address of the service", ["--name", "x", "--owner", "ana@maule.example"], {}],
  [
    "an owner who is no mail",
    ["--name", "x", "--owner", "ana"],
    { BASE_URL: "https://connect.test" },
  ],
])("makes nothing with %s", async (_, args, environment) => {
  const count = () => api.database.owner("select count(*)::int as n from organizations");
  const before = await count();
  const { code, stdout } = await create(args, environment);
  expect(code).not.toBe(0);
  expect(stdout).toBe("");
  expect(await count()).toEqual(before);
});
