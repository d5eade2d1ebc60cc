import { afterAll, beforeAll, expect, test } from "vitest";
import { callTool } from "#tests/support/scenes/api.ts";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import {
  dashboardScene,
  type DashboardScene,
  type Someone,
} from "#tests/support/scenes/dashboard-scene.ts";
import { hiddenOf, type Visitor } from "#tests/support/scenes/visitor.ts";

let scene: DashboardScene;
let owner: Someone;
let organizationId: string;
let page: string;
let by: Visitor;
beforeAll(async () => {
  scene = await dashboardScene();
  const founder = { mail: "funda@maule.example", organization: "Antes" };
  ({ owner, organizationId, by } = await newOwner(scene, founder));
  page = `/dashboard/${organizationId}/organizacion`;
});
afterAll(() => scene.close());

test("name and systems change from the next call on, and the later of two changes sees both values", async () => {
  const { api } = scene;
  const { key } = await api.key(organizationId, ["banco_b:read"]);
  const connection = await api.connection(organizationId, "banco_b");
  const call = () => callTool(api.app, "banco_b.saldos.consultar", {}, { key, connection });
  expect((await call()).status).toBe(200);
  const form = hiddenOf((await by.get(page)).text, page);
  const changed = { nombre: "Después", sistema: ["banco_a", "banco_z"] };
  expect((await by.post(page, { ...form, ...changed })).location).toBe(`${page}?nota=guardada`);
  expect((await call()).body.error?.["code"]).toBe("tool_not_found");
  const enabled = "select connector from organization_connectors where organization_id = $1";
  expect(await api.database.owner(enabled, [organizationId])).toEqual([{ connector: "banco_a" }]);
  expect((await by.get("/dashboard?todas")).text).toContain("Después");
  const late = await by.post(page, { ...form, nombre: "Tarde", sistema: "banco_b" });
  expect(late.status).toBe(409);
  expect(late.text).toMatch(/<div>Después<\/div>[^]*<div>Tarde<\/div>/);
  expect((await by.post(page, hiddenOf(late.text, page))).status).toBe(303);
  expect((await call()).status).toBe(200);
});

test("without a name nothing changes", async () => {
  const refused = await by.submit(page, page, { nombre: " \u202e " });
  expect(refused.status).toBe(422);
  expect((await by.get(page)).text).toContain('value="Tarde"');
});

test("an admin sees it and cannot change it; a member does not see it", async () => {
  const as = (role: string) =>
    scene.api.database.owner("update members set role = $1 where user_id = $2", [
      role,
      owner.userId,
    ]);
  await as("admin");
  const seen = await by.get(page);
  expect(seen.text).toContain("La cambia un dueño");
  expect(seen.text).not.toContain("Guardar");
  await as("member");
  expect((await by.get(page)).status).toBe(403);
});
