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

const wait = (organizationId: string, deletesAt: Date | null) =>
  scene.api.database.owner("update organizations set deletes_at = $2 where id = $1", [
    organizationId,
    deletesAt,
  ]);

test("an organization that waits for its deletion is not told that all is well", async () => {
  const { api, leavingOrganizationId: leaving } = scene;
  await api.connection(leaving, "banco_a");
  await api.database.owner("delete from api_keys where organization_id = $1", [leaving]);
  const home = async () => (await owner.get(`/dashboard/${leaving}`)).text;
  const waiting = await home();
  expect(waiting).toContain("Esta organización se elimina el");
  expect(waiting).not.toContain("Todo anda");
  expect(waiting).not.toContain("Primeros pasos");
  await wait(leaving, null);
  const kept = await home();
  expect(kept).toContain("Todo anda: nada necesita a una persona.");
  expect(kept).toContain("Primeros pasos");
});

test("its forms are refused, and recorded as refused", async () => {
  const path = `/dashboard/${scene.leavingOrganizationId}/organizacion`;
  await wait(scene.leavingOrganizationId, new Date(scene.api.clock.now().getTime() + 86_400_000));
  const sello = await sealFor(scene.dashboard, owner, path);
  const { status, headers } = await owner.post(path, { nombre: "Otro", sello });
  expect(status).toBe(409);
  const rows = "select operation, outcome, http_status from audit where request_id = $1";
  expect(await scene.api.database.owner(rows, [headers.get("x-request-id")])).toEqual([
    { operation: "dashboard.change_organization", outcome: "refused", http_status: 409 },
  ]);
});

test("none of its documents can be fetched: the address leads to the page, which has no button", async () => {
  const { api, organizationId, operations } = scene;
  const page = `/dashboard/${organizationId}/emisiones/${operations.emitted}`;
  const pdf = `${page}/documento.pdf`;
  expect((await owner.get(page)).text).toContain(pdf);
  await wait(organizationId, new Date(api.clock.now().getTime() + 86_400_000));
  expect((await owner.get(page)).text).not.toContain(pdf);
  const { status, location } = await owner.get(pdf);
  expect([status, location]).toEqual([303, page]);
  const calls = "select 1 from audit where operation = 'tributario.dte_pdf.obtener'";
  expect(await api.database.owner(calls)).toEqual([]);
  expect((await owner.get(`${page}/recibo.json`)).status).toBe(200);
});
