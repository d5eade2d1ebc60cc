import { afterAll, beforeAll, expect, test } from "vitest";
import { addUpCallDays } from "#lib/audit/index.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import {
  dashboardScene,
  organizationOf,
  someone,
  type DashboardScene,
} from "#tests/support/scenes/dashboard-scene.ts";

let scene: DashboardScene;
beforeAll(async () => {
  scene = await dashboardScene();
});
afterAll(() => scene.close());

test("what was used this month, by whom and with what, and what is blocked by a payment", async () => {
  const { api, dashboard } = scene;
  const who = await someone(dashboard, "usa@maule.example");
  const organizationId = await organizationOf(api, who, "Que usa", "member");
  const connection = await api.connection(organizationId, "banco_a");
  const { key } = await api.key(organizationId, ["core:read"]);
  const zone = { timezone: "America/Santiago" };
  expect((await callTool(api.app, "core.timestamp.now", zone, { key })).status).toBe(200);
  expect((await callTool(api.app, "indicadores.valor.actual", {}, { key })).status).toBe(403);
  await api.database.owner(
    `insert into usage_slots (id, organization_id, connection_id, periodo, calls)
     values ('mucho', $1, $2, $3, 810000)`,
    [organizationId, connection, periodoOf(api.clock.now())],
  );
  await api.database.owner("update organizations set billing = 'past_due' where id = $1", [
    organizationId,
  ]);
  await addUpCallDays({ ...api.deps, db: api.database.keeper });
  const by = signedInAs(dashboard, who);
  const { status, text } = await by.get(`/dashboard/${organizationId}/uso`);
  expect(status).toBe(200);
  expect(text).toContain("810.000");
  expect(text).toContain("81 %, queda poco");
  expect(text).toMatch(/Llamadas de \w{3} \d{4}, y qué parte del plan usan/);
  expect(text).toContain("Están en pausa las sincronizaciones");
  expect(text).toContain("<code>core.timestamp.now</code>");
  expect(text).toContain("Bien: 1. Rechazadas (4xx): 1. Fallidas (5xx): 0.");
  expect(text).toContain("El plan lo cambia un dueño");
  const ofConnection = `/dashboard/${organizationId}/conexiones/${connection}`;
  expect((await by.get(ofConnection)).text).toContain("810.000 de 1.000.000");

  await updateOrganization(api.deps, organizationId, { plan: "pro" });
  const { text: changed } = await by.get(`/dashboard/${organizationId}/uso`);
  expect(changed).toContain("1.000.000 (50.000 desde el próximo mes)");
  expect(changed).toContain("81 %, queda poco");
  expect((await by.get(ofConnection)).text).toContain("810.000 de 1.000.000");
});

test("an owner is told whom to write to where the service has no page to pay on", async () => {
  const by = signedInAs(scene.dashboard, scene.full);
  const { text } = await by.get(`/dashboard/${scene.organizationId}/uso`);
  const { contact } = scene.dashboard.deps;
  expect(text).toContain(`<a href="mailto:${contact}">${contact}</a>`);
});
