import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteConnection } from "#lib/erasure/index.ts";
import { revokeAnyApiKey } from "#lib/identity/index.ts";
import { newMember, newOwner, signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import { dashboardScene, type DashboardScene } from "#tests/support/scenes/dashboard-scene.ts";
import { plantPreparation } from "#tests/support/planted/preparation.ts";
import { hiddenOf, type Visitor } from "#tests/support/scenes/visitor.ts";

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

test("a preview of a revoked key no longer waits, and nobody can confirm it", async () => {
  const list = `/dashboard/${organizationId}/confirmaciones`;
  const seen = (await by.get(page)).text;
  expect((await by.get(list)).text).toContain(page);
  await revokeAnyApiKey(scene.api.deps, keyId);
  expect((await by.get(list)).text).not.toContain(page);
  expect((await by.get(`/dashboard/${organizationId}`)).text).not.toContain(page);
  const late = await by.post(`${page}/confirmar`, hiddenOf(seen, `${page}/confirmar`));
  expect([late.status, late.text.includes("Llegaste tarde")]).toEqual([400, true]);
  const { text } = await by.get(page);
  expect(text).toContain("ya no tiene acceso: nadie lo emite");
  expect(text).not.toContain(`${page}/confirmar`);
});

async function colleague(): Promise<Visitor> {
  const mail = `colega${count}@maule.example`;
  const who = await newMember(scene, organizationId, { mail, role: "admin", name: "Beto Ríos" });
  return signedInAs(scene.dashboard, who);
}

test("if two people decide, the second is told who was first, not that their role is too low", async () => {
  const other = await colleague();
  const seen = (await other.get(page)).text;
  const own = (await by.get(page)).text;
  expect((await by.post(`${page}/confirmar`, hiddenOf(own, `${page}/confirmar`))).status).toBe(303);
  expect((await other.submit(page, `${page}/rechazar`)).status).toBe(303);
  for (const action of [`${page}/confirmar`, `${page}/rechazar`]) {
    for (const [who, text] of [
      [by, own],
      [other, seen],
    ] as const) {
      const late = await who.post(action, hiddenOf(text, action));
      expect(late.status).toBe(403);
      expect(late.text).toContain("Lo rechazó Beto Ríos.");
      expect(late.text).toContain("Llegaste tarde");
      expect(late.text).not.toContain("Tu rol no alcanza");
    }
  }
});

test("a person who decides too late is told when it ended", async () => {
  const seen = (await by.get(page)).text;
  await scene.api.database.owner("update preparations set expires_at = $2 where id = $1", [
    page.split("/").at(-1),
    scene.api.clock.now(),
  ]);
  const late = await by.post(`${page}/rechazar`, hiddenOf(seen, `${page}/rechazar`));
  expect(late.status).toBe(410);
  expect(late.text).toContain("Se podía emitir hasta las");
});

test("a document whose connection is disabled says that nobody can issue it meanwhile", async () => {
  const [previewRef = ""] = /prv_\w+$/.exec(page) ?? [];
  expect((await by.get(page)).text).not.toContain("Su conexión está deshabilitada");
  await scene.api.database.owner(
    `update connections set disabled_at = $2
     where id = (select connection_id from preparations where id = $1)`,
    [previewRef, scene.api.clock.now()],
  );
  const { text } = await by.get(page);
  expect(text).toContain("Su conexión está deshabilitada");
  expect(text).toMatch(/href="[^"]+\/conexiones\/conn_\w+">Ver la conexión/);
  await by.submit(page, `${page}/rechazar`);
  expect((await by.get(page)).text).not.toContain("Su conexión está deshabilitada");
});

test("a rejection sent twice counts once", async () => {
  const form = hiddenOf((await by.get(page)).text, `${page}/rechazar`);
  const sent = await Promise.all([1, 2].map(() => by.post(`${page}/rechazar`, form)));
  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409]);
});

test("a document of a deleted connection waits nowhere, and a page that is still open confirms nothing", async () => {
  const seen = (await by.get(page)).text;
  const [previewRef = ""] = /prv_\w+$/.exec(page) ?? [];
  const home = `/dashboard/${organizationId}`;
  expect((await by.get(home)).text).toContain(page);
  const [row] = await scene.api.database.owner(
    "select connection_id as id from preparations where id = $1",
    [previewRef],
  );
  await deleteConnection(scene.api.contextOf(organizationId), String(row?.["id"]));
  for (const path of [home, `${home}/confirmaciones`]) {
    expect((await by.get(path)).text).not.toContain(page);
  }
  expect((await by.get(page)).status).toBe(404);
  for (const verb of ["confirmar", "rechazar"]) {
    const late = await by.post(`${page}/${verb}`, hiddenOf(seen, `${page}/${verb}`));
    expect(late.status).toBe(404);
  }
  const decided = "select confirmed_by, rejected_by from preparations where id = $1";
  expect(await scene.api.database.owner(decided, [previewRef])).toEqual([
    { confirmed_by: null, rejected_by: null },
  ]);
});

test("of hundreds of documents a page shows fifty, what waits for a person first, and each once", async () => {
  const [previewRef = ""] = /prv_\w+$/.exec(page) ?? [];
  await scene.api.database.owner(
    `insert into preparations select (jsonb_populate_record(p, jsonb_build_object(
       'id', 'prv_' || lpad(n::text, 26, '0'),
       'confirmation_asked_at', case when n <= 119 then p.confirmation_asked_at end))).*
     from preparations p, generate_series(1, 219) n where id = $1`,
    [previewRef],
  );
  const seen: string[] = [];
  let path: string | undefined = `/dashboard/${organizationId}/confirmaciones`;
  while (path !== undefined) {
    const { text } = await by.get(path);
    expect(text.length).toBeLessThan(60 * 1024);
    expect(text).toContain("120 documentos esperan.");
    const rows = text.match(/confirmaciones\/prv_\w+"[^]*?(espera a una persona|preparado)/g) ?? [];
    expect(rows.length).toBeLessThanOrEqual(50);
    seen.push(...rows.map((row) => `${/prv_\w+/.exec(row)?.[0]} ${row.endsWith("persona")}`));
    path = /<a href="([^"]+)" rel="next">/.exec(text)?.[1];
  }
  expect(new Set(seen).size).toBe(220);
  expect(seen.findIndex((row) => row.endsWith("false"))).toBe(120);
  const forged = `?desde=${Buffer.from('["x","2026-99-99T00:00:00.000Z","y"]').toString("base64url")}`;
  expect((await by.get(`/dashboard/${organizationId}/confirmaciones${forged}`)).status).toBe(200);
  // The rest of a list may end while its page is read.
  const place = JSON.stringify(["1", "2099-01-01T00:00:00.000Z", "prv_z"]);
  const behind = `?desde=${Buffer.from(place).toString("base64url")}`;
  const { text: last } = await by.get(`/dashboard/${organizationId}/confirmaciones${behind}`);
  expect(last).toContain("120 documentos esperan.");
  const home = (await by.get(`/dashboard/${organizationId}`)).text;
  expect(home.length).toBeLessThan(60 * 1024);
  expect(home).toContain("Y 112 casos más como estos");
});
