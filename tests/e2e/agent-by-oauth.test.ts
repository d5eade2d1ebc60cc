import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createNames } from "#infra/local/names.ts";
import { oneDoor } from "#infra/server/one-door.ts";
import { listGrants } from "#lib/identity/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { agentClient, type Agree } from "#tests/support/agents/agent-client.ts";
import { agreeByClicks } from "#tests/support/scenes/agree-by-clicks.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { plantMember } from "#tests/support/scenes/grants.ts";
import type { Send } from "#tests/support/agents/mcp-calls.ts";
import {
  invoice,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";
import { visitor, type Visitor } from "#tests/support/scenes/visitor.ts";

const baseUrl = "https://connect.test";
const password = "una clave bien larga";

let scene: TributarioScene;
let dashboard: TestDashboard;
let send: Send;
let owner: TestOrganization;
let connectionId: string;
let browser: Visitor;

beforeAll(async () => {
  const names = createNames();
  scene = await tributarioScene({ baseUrl, egress: names.egress });
  const { host, port, ca } = scene.sandbox.receivers;
  names.serve(host, { address: "127.0.0.1", port, ca });
  dashboard = await testDashboard(scene);
  const door = oneDoor(scene.app, dashboard.app);
  send = (request) => door(request);
});
afterAll(async () => {
  await dashboard.close();
  await scene.close();
});
beforeEach(async () => {
  await scene.beginAnew();
  owner = await scene.organization();
  connectionId = await scene.connect(owner.id);
  const email = `${randomBytes(6).toString("hex")}@boldos.test`;
  const made = await dashboard.deps.auth.createPerson({
    email,
    password,
    name: "Ana Soto",
    emailVerified: true,
  });
  await plantMember(scene.database, owner.id, { userId: made?.userId ?? "" });
  browser = visitor(dashboard.app);
  const entered = await browser.submit("/login", "/login", { correo: email, clave: password });
  expect(entered.status).toBe(303);
});

const agree = (acts: boolean): Agree => agreeByClicks(browser, () => acts);

async function emits(agent: Awaited<ReturnType<typeof agentClient>>): Promise<void> {
  const toolId = "tributario.dte.previsualizar";
  const { previewRef } = await agent.execute({ toolId, connectionId, input: invoice() });
  expect(agent.asked).toHaveLength(1);
  expect(agent.asked[0] ?? "").not.toContain(":write");
  const emitted = await agent.execute({
    toolId: "tributario.dte.emitir",
    connectionId,
    idempotencyKey: randomUUID(),
    input: { previewRef },
  });
  expect(emitted).toMatchObject({ estado: "emitido", tipoDte: 33 });
  expect(agent.asked).toHaveLength(2);
  expect(agent.asked[1]?.split(" ")).toContain("tributario:write");
  expect(await scene.log()).toMatchObject({ emitted: 1, sends: 1 });
}

test("a client with its own metadata document is let in, steps up, and emits what it previewed", async () => {
  await scene.sandbox.control("POST", "/clients/agente", {});
  const clientMetadataUrl = "https://hooks.sandbox.test/clients/agente";
  let steps = 0;
  const agent = await agentClient(
    { send, url: `${baseUrl}/mcp` },
    (at) => agree((steps += 1) > 1)(at),
    { clientMetadataUrl },
  );
  expect(agent.clientId()).toBe(clientMetadataUrl);
  await emits(agent);
  // The grant is still the same: its earlier previews are still its own.
  const grants = await listGrants(scene.contextOf(owner.id));
  expect(grants).toMatchObject([
    { client: { id: clientMetadataUrl, host: "hooks.sandbox.test", verified: true } },
  ]);
  const rows = await scene.database.owner(
    `select distinct actor_kind, actor_id from audit
     where organization_id = $1 and operation like 'tributario.dte.%'`,
    [owner.id],
  );
  expect(rows).toEqual([{ actor_kind: "oauth", actor_id: grants[0]?.id }]);
  const { body } = await scene.sandbox.control<{ fetches: number }>("GET", "/clients/agente");
  expect(body).toEqual({ fetches: 1 });
  await agent.close();
}, 120_000);

test("a client that registers itself does the same", async () => {
  let steps = 0;
  const agent = await agentClient({ send, url: `${baseUrl}/mcp` }, (at) =>
    agree((steps += 1) > 1)(at),
  );
  await emits(agent);
  expect(await listGrants(scene.contextOf(owner.id))).toMatchObject([
    { client: { name: "Agente del SDK", host: null, verified: false } },
  ]);
  await agent.close();
}, 120_000);

// As the cloud may rename it: docs/operations.md, "Check that it is alive".
test("a client that is not shown the challenge's header still finds the way in, and reads", async () => {
  const renamed: Send = async (request) => {
    const answer = await send(request);
    const headers = new Headers(answer.headers);
    headers.delete("www-authenticate");
    return new Response(answer.body, { status: answer.status, headers });
  };
  const agent = await agentClient({ send: renamed, url: `${baseUrl}/mcp` }, agree(false));
  const input = { timezone: "America/Santiago" };
  expect(await agent.execute({ toolId: "core.timestamp.now", input })).toMatchObject(input);
  expect(await listGrants(scene.contextOf(owner.id))).toHaveLength(1);
  await agent.close();
}, 120_000);

test("a client that names neither a resource nor scopes may only read, at this service", async () => {
  const bare: Agree = (at) => {
    at.searchParams.delete("resource");
    at.searchParams.delete("scope");
    return agree(true)(at);
  };
  const agent = await agentClient(
    {
      url: `${baseUrl}/mcp`,
      send: async (request) => {
        if (!request.url.endsWith("/token")) return send(request);
        const form = new URLSearchParams(await request.text());
        form.delete("resource");
        return send(new Request(request.url, { method: "POST", body: form }));
      },
    },
    bare,
  );
  const input = { timezone: "America/Santiago" };
  const read = await agent.execute({ toolId: "core.timestamp.now", input });
  expect(read).toMatchObject(input);
  const [grant] = await listGrants(scene.contextOf(owner.id));
  expect(grant?.scopes.length).toBeGreaterThan(5);
  expect(grant?.scopes.filter((scope) => !scope.endsWith(":read"))).toEqual([]);
  await agent.close();
}, 60_000);
