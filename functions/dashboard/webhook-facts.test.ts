import { afterAll, beforeAll, expect, test } from "vitest";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import type { Visitor } from "#tests/support/scenes/visitor.ts";
import { webhookScene, type Owner, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

// What an endpoint's page says, compared with what its receiver and the API know.

let scene: WebhookScene;
let dashboard: TestDashboard;
let person: Visitor;
let organization: Owner;
beforeAll(async () => {
  scene = await webhookScene();
  dashboard = await testDashboard(scene);
  const ana = { mail: "ana@nuble.example", organization: "Contadores del Ñuble SpA" };
  const made = await newOwner({ api: scene, dashboard }, ana);
  person = made.by;
  const { key } = await scene.key(made.organizationId, ["webhooks:read", "webhooks:write"]);
  organization = { id: made.organizationId, key };
});
afterAll(async () => {
  await dashboard.close();
  await scene.close();
});

const list = (): string => `/dashboard/${organization.id}/webhooks`;

/** The page's facts as a person reads them. */
async function factsOf(id: string): Promise<Map<string, string>> {
  const { text } = await person.get(`${list()}/${id}`);
  const facts = text.matchAll(/<dt>([^<]+)<\/dt><dd>([^]*?)<\/dd>/g);
  return new Map(
    [...facts].map(([, name = "", value = ""]) => [name, value.replaceAll(/<[^>]*>/g, "")]),
  );
}

test("both secrets and the end of the older one, until then", async () => {
  const { id } = await scene.endpoint(organization, "secretos");
  const alone = "uno solo, sin fecha de término";
  expect((await factsOf(id)).get("Secreto")).toBe(alone);
  await scene.send("POST", `/v1/webhooks/${id}/roll-secret`, organization.key);
  expect((await factsOf(id)).get("Secreto")).toMatch(/^dos: el anterior firma también hasta el /);
  // Less than a day later, or the person would have to sign in again.
  const end = "update webhook_endpoints set previous_until = $2 where id = $1";
  await scene.database.owner(end, [id, scene.clock.now()]);
  expect((await factsOf(id)).get("Secreto")).toBe(alone);
});

test("what waits to be sent and since when, and the last success", async () => {
  const { id } = await scene.endpoint(organization, "espera");
  const before = await factsOf(id);
  expect(before.get("Por enviar")).toBe("0");
  expect(before.get("Último éxito")).toBe("todavía ninguno");
  await scene.emit(organization);
  await scene.emit(organization);
  expect((await factsOf(id)).get("Por enviar")).toMatch(/^2, la más antigua desde el /);
  await scene.drain();
  const after = await factsOf(id);
  expect(after.get("Por enviar")).toBe("0");
  expect(after.get("Último éxito")).not.toBe("todavía ninguno");
});

test("why it was disabled, and that enabling it resets the count", async () => {
  const { id } = await scene.endpoint(organization, "caido");
  scene.program("caido", [], 403);
  const stateOf = async () => {
    const facts = await factsOf(id);
    return [facts.get("Estado"), facts.get("Fallas seguidas")];
  };
  for (let failures = 0; failures < 5; failures++) {
    expect(await stateOf()).toEqual(["Habilitado", String(failures)]);
    await scene.emit(organization);
    await scene.drain();
  }
  expect(await stateOf()).toEqual(["Deshabilitado solo", "5"]);
  const path = `${list()}/${id}`;
  const { text } = await person.get(path);
  expect(text).toMatch(/Cinco entregas seguidas[^]*el receptor respondió 403/);
  expect(text).toContain(`href="${path}/recuperar"`);
  expect((await person.get(list())).text).toContain("Deshabilitado solo");
  const enabled = await person.submit(path, `${path}/habilitar`);
  expect(enabled.location).toBe(`${path}?nota=habilitado`);
  expect(await stateOf()).toEqual(["Habilitado", "0"]);
});

test("one endpoint too many is refused, with what to do", async () => {
  const { key } = organization;
  const endpoints = async () => (await scene.send("GET", "/v1/webhooks", key)).body.data;
  const enabled = (await endpoints()) as unknown as { enabled: boolean }[];
  for (let n = enabled.filter((one) => one.enabled).length; n < 20; n++) {
    await scene.endpoint(organization, "lleno");
  }
  const before = await endpoints();
  const url = `https://${scene.server.host}/in/lleno`;
  const refused = await person.submit(list(), `${list()}/nuevo`, { url });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Ya tienes todos los webhooks que puedes");
  expect(await endpoints()).toEqual(before);
});

test("of many webhooks, most of them disabled, a page shows fifty, and each once", async () => {
  // An earlier test has made as many as can be enabled.
  const [newest] = await scene.database.owner(
    "select max(id) as id from webhook_endpoints where organization_id = $1 and disabled_at is null",
    [organization.id],
  );
  const last = String(newest?.["id"]);
  // Older than the one that is copied, so that they come first.
  await scene.database.owner(
    `insert into webhook_endpoints select (jsonb_populate_record(p, jsonb_build_object(
       'id', 'whk_' || lpad(n::text, 26, '0'), 'disabled_at', p.created_at, 'disabled_reason', 'manual',
       'url', 'https://hooks.nuble.example/avisos/' || n))).*
     from webhook_endpoints p, generate_series(1, 180) n where id = $1`,
    [last],
  );
  const seen: string[] = [];
  let path: string | undefined = list();
  while (path !== undefined) {
    const { text } = await person.get(path);
    expect(text.length).toBeLessThan(60 * 1024);
    expect([text.includes('href="#crear"'), text.includes('id="crear"')]).toEqual([true, true]);
    const ids = text.match(/(?<=href="[^"]*webhooks\/)whk_\w+/g) ?? [];
    expect(ids.length).toBeLessThanOrEqual(50);
    seen.push(...ids);
    path = /<a href="([^"]+)" rel="next">/.exec(text)?.[1];
  }
  expect(seen).toHaveLength(new Set(seen).size);
  expect(seen.length).toBeGreaterThan(180);
  expect(seen).toContain(last);

  // Those that can still get something are offered first, and the chosen one always.
  const deliveries = `/dashboard/${organization.id}/entregas`;
  const chosen = `whk_${"180".padStart(26, "0")}`;
  const { text } = await person.get(`${deliveries}?webhook=${chosen}`);
  const [, ...offered] =
    /<select[^>]*name="webhook"[^]*?<\/select>/.exec(text)?.[0].match(/whk_\w+/g) ?? [];
  expect(offered.length).toBeLessThanOrEqual(101);
  expect(offered).toContain(last);
  expect(text).toMatch(new RegExp(`value="${chosen}" selected`));
});
