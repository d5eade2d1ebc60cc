import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import { dashboardScene, type DashboardScene } from "#tests/support/scenes/dashboard-scene.ts";
import { visitor } from "#tests/support/scenes/visitor.ts";

let scene: DashboardScene;
beforeAll(async () => {
  scene = await dashboardScene();
});
afterAll(() => scene.close());

const organization = (): string => `/dashboard/${scene.organizationId}`;

test("an address alone shows no note: neither a rejection, nor a forgotten credential, nor a new password", async () => {
  const by = signedInAs(scene.dashboard, scene.full);
  for (const [path, note, claim] of [
    [`${organization()}/confirmaciones/${scene.preparationId}`, "rechazada", "Quedó rechazado"],
    [`${organization()}/conexiones/${scene.connectionId}`, "olvidada", "La clave se borró"],
    ["/dashboard/cuenta", "guardada", "Tu contraseña cambió"],
  ] as const) {
    const { status, text } = await by.get(`${path}?nota=${note}`);
    expect([path, status, text.includes(claim)]).toEqual([path, 200, false]);
  }
  const outside = await visitor(scene.dashboard.app).get("/login?nota=confirmado");
  expect(outside.text).not.toContain('role="status"');
});

test("the page that a form leads to says what it did, only in the browser that sent it", async () => {
  const by = signedInAs(scene.dashboard, scene.full);
  const path = `${organization()}/confirmaciones/${scene.preparationId}`;
  const { location } = await by.submit(path, `${path}/rechazar`);
  const claim = "Quedó rechazado: nadie lo emite.";
  expect((await by.get(location ?? "")).text).toContain(claim);
  const other = signedInAs(scene.dashboard, scene.full);
  expect((await other.get(location ?? "")).text).not.toContain(claim);
  expect((await by.get(`${path}?nota=confirmada`)).text).not.toContain("Quedó confirmado.");
});
