import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import { dashboardScene, type DashboardScene } from "#tests/support/scenes/dashboard-scene.ts";
import { sealFor } from "#tests/support/scenes/form-seals.ts";
import type { Visitor } from "#tests/support/scenes/visitor.ts";

let scene: DashboardScene;
let owner: Visitor;
beforeAll(async () => {
  scene = await dashboardScene();
  owner = signedInAs(scene.dashboard, scene.full);
});
afterAll(() => scene.close());

const pathOf = (id: string): string => `/dashboard/${scene.organizationId}/emisiones/${id}`;

test("an operation's page offers a document and a check only if its system has them", async () => {
  const { emitted, unknown } = scene.operations;
  const [document, look] = [`${pathOf(emitted)}/documento.pdf`, `${pathOf(unknown)}/reconciliar`];
  const pages = async () =>
    (await owner.get(pathOf(emitted))).text + (await owner.get(pathOf(unknown))).text;
  expect(await pages()).toContain(document);
  expect(await pages()).toContain(look);
  const sello = await sealFor(scene.dashboard, owner, look);

  await scene.api.database.owner("update operations set connector = 'facturacion'");
  expect(await pages()).not.toContain(document);
  expect(await pages()).not.toContain(look);
  for (const { status, location } of [
    await owner.get(document),
    await owner.post(look, { sello }),
  ]) {
    expect([status, location]).toEqual([303, expect.stringMatching(/\/emisiones\/oper_\w+$/)]);
  }
});
