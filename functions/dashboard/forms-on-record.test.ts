import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dashboardScene,
  password,
  someone,
  type DashboardScene,
} from "#tests/support/scenes/dashboard-scene.ts";
import { sealFor } from "#tests/support/scenes/form-seals.ts";
import { visitor, type Page, type Visitor } from "#tests/support/scenes/visitor.ts";

/* Each form is recorded once, by the page or by its tool, under the id that its answer names. */

let scene: DashboardScene;
let by: Visitor;
let connections: string;
beforeAll(async () => {
  scene = await dashboardScene();
  by = visitor(scene.dashboard.app);
  await by.submit("/login", "/login", { correo: scene.full.mail, clave: password });
  connections = `/dashboard/${scene.organizationId}/conexiones`;
});
afterAll(() => scene.close());

async function send(path: string, fields: Record<string, string> = {}): Promise<Page> {
  return by.post(path, { ...fields, sello: await sealFor(scene.dashboard, by, path) });
}

async function rowsOf({ headers }: Page): Promise<string[]> {
  const rows = await scene.api.database.owner(
    "select operation, outcome, http_status from audit where request_id = $1 order by at",
    [headers.get("x-request-id")],
  );
  return rows.map(({ operation, outcome, http_status }) =>
    [operation, outcome, http_status].join(" "),
  );
}

test("a form that runs a tool is recorded under its answer's id, done or refused", async () => {
  const own = `${connections}/${scene.connectionId}`;
  const done = await send(`${own}/enlace`);
  expect(done.status).toBe(200);
  expect(await rowsOf(done)).toEqual(["conexiones.enlace.crear ok 200"]);
  const refused = await send(`${connections}/enlace`, { sistema: "banco_z" });
  expect(refused.status).toBe(400);
  expect(await rowsOf(refused)).toEqual(["conexiones.enlace.crear validation_error 400"]);
});

test("so is a form refused before its tool runs", async () => {
  const unknown = `${connections}/conn_00000000000000000000000000`;
  const own = `${connections}/${scene.connectionId}`;
  const missing = await send(`${unknown}/sincronizar`, { periodo: "2026-10" });
  expect([missing.status, await rowsOf(missing)]).toEqual([404, ["dashboard.sync refused 404"]]);
  const odd = await send(`${own}/sincronizar`, { periodo: "octubre" });
  expect([odd.status, await rowsOf(odd)]).toEqual([400, ["dashboard.sync refused 400"]]);
});

test("a form sent again is told that it was received, not that it was done", async () => {
  const path = `${connections}/enlace`;
  const form = { sistema: "banco_a", sello: await sealFor(scene.dashboard, by, path) };
  expect((await by.post(path, form)).status).toBe(200);
  const again = await by.post(path, form);
  expect([again.status, await rowsOf(again)]).toEqual([409, ["dashboard.create_link refused 409"]]);
  expect(again.text).toContain("Mira si quedó hecho");
  expect(again.text).not.toContain("Ya se hizo");
});

test("a form that certainly did nothing can be sent again, once", async () => {
  const path = `${connections}/enlace`;
  const sello = await sealFor(scene.dashboard, by, path);
  expect((await by.post(path, { sistema: "banco_z", sello })).status).toBe(400);
  const both = await Promise.all(
    ["banco_a", "banco_a"].map((sistema) => by.post(path, { sistema, sello })),
  );
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("after an interruption nobody can say that nothing was done, so the form is not sent again", async () => {
  const path = `${connections}/enlace`;
  const form = { sistema: "banco_a", sello: await sealFor(scene.dashboard, by, path) };
  const { owner } = scene.api.database;
  await owner("alter table links rename to links_renamed");
  const failed = await by.post(path, form);
  await owner("alter table links_renamed rename to links");
  expect(failed.status).toBe(500);
  expect((await by.post(path, form)).status).toBe(409);
});

test("the same form can create an organization later if it failed the first time", async () => {
  const who = await someone(scene.dashboard, "fundadora@maule.example");
  by.cookies.set("connect", who.cookie);
  const form = { nombre: "Una", sello: await sealFor(scene.dashboard, by, "/dashboard") };
  const { owner } = scene.api.database;
  await owner(
    "alter table audit add constraint no_founding check (operation <> 'dashboard.create_organization' or outcome <> 'ok') not valid",
  );
  const failed = await by.post("/dashboard", form);
  await owner("alter table audit drop constraint no_founding");
  expect(failed.status).toBe(500);
  expect((await by.post("/dashboard", form)).status).toBe(303);
  const again = await by.post("/dashboard", form);
  expect([again.status, again.text.includes("Ya se hizo")]).toEqual([409, true]);
});
