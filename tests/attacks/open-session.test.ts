import { afterAll, beforeAll, expect, test } from "vitest";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import type { Visitor } from "#tests/support/scenes/visitor.ts";
import { webhookScene, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

/* Somebody at a screen that its owner left open: what they start must not outlive the session. */

let scene: WebhookScene;
let dashboard: TestDashboard;
let by: Visitor;
let organizationId: string;
beforeAll(async () => {
  scene = await webhookScene();
  dashboard = await testDashboard(scene);
  const ana = { mail: "ana@maule.example", organization: "Contadores del Maule SpA" };
  ({ by, organizationId } = await newOwner({ api: scene, dashboard }, ana));
});
afterAll(async () => {
  await dashboard?.close();
  await scene?.close();
});

test("events go to nobody else without the password: to no new endpoint, nor to another address of one", async () => {
  const list = `/dashboard/${organizationId}/webhooks`;
  const at = (name: string) => ({ url: `https://${scene.server.host}/in/${name}` });
  const made = await by.submit(list, `${list}/nuevo`, at("propio"));
  const one = `${list}/${/whk_[0-9a-z]{26}/.exec(made.text)?.[0] ?? ""}`;
  expect((await by.submit(one, one, at("nuevo"))).status).toBe(303);

  scene.advance(10 * 60_000 + 1_000);
  for (const [page, form] of [
    [list, `${list}/nuevo`],
    [one, one],
  ] as const) {
    const asked = await by.submit(page, form, at("ajeno"));
    expect(asked.status, form).toBe(403);
    expect(asked.text, form).toContain("Confirma que eres tú");
  }
  // What only takes something away needs no password.
  expect((await by.submit(one, `${one}/pausar`)).status).toBe(303);
  expect((await by.submit(one, `${one}/habilitar`)).status).toBe(303);
  await scene.emit({ id: organizationId, key: "" });
  await scene.drain();
  expect([scene.received("nuevo").length, scene.received("ajeno")]).toEqual([1, []]);
});
