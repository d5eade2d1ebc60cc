import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { revokeAnyApiKey } from "#lib/identity/index.ts";
import { newOwner } from "#tests/support/dashboard-people.ts";
import { dashboardScene, type DashboardScene } from "#tests/support/dashboard-scene.ts";
import { plantPreparation } from "#tests/support/planted-preparation.ts";
import { hiddenOf, type Visitor } from "#tests/support/visitor.ts";

let scene: DashboardScene;
let organizationId: string;
let keyId: string;
let by: Visitor;
let page: string;
beforeAll(async () => {
  scene = await dashboardScene();
});
afterAll(() => scene.close());
let count = 0;
beforeEach(async () => {
  const mail = `confirma${(count += 1)}@maule.example`;
  ({ by, organizationId } = await newOwner(scene, { mail, organization: "Con documentos" }));
  ({ id: keyId } = await scene.api.key(organizationId, ["tributario:read", "tributario:write"]));
  const previewRef = await plantPreparation(scene.api, organizationId, keyId);
  page = `/dashboard/${organizationId}/confirmaciones/${previewRef}`;
});

test("what a revoked key previewed waits for nobody, and nobody confirms it", async () => {
  const list = `/dashboard/${organizationId}/confirmaciones`;
  const seen = (await by.get(page)).text;
  expect((await by.get(list)).text).toContain(page);
  await revokeAnyApiKey(scene.api.deps, keyId);
  expect((await by.get(list)).text).not.toContain(page);
  expect((await by.get(`/dashboard/${organizationId}`)).text).not.toContain(page);
  const late = await by.post(`${page}/confirmar`, hiddenOf(seen, `${page}/confirmar`));
  expect(late.status).toBe(400);
  const { text } = await by.get(page);
  expect(text).toContain("ya no tiene acceso: nadie lo emite");
  expect(text).not.toContain(`${page}/confirmar`);
});
