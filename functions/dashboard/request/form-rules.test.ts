import type { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personalScope } from "#lib/db/context.ts";
import {
  dashboardScene,
  password,
  someone,
  type DashboardScene,
} from "#tests/support/scenes/dashboard-scene.ts";
import { notesApp } from "#tests/support/browsers/notes-app.tsx";
import {
  filledOf,
  hiddenOf,
  visitor,
  type Page,
  type Visitor,
} from "#tests/support/scenes/visitor.ts";

let scene: DashboardScene;
let app: Hono;

beforeAll(async () => {
  scene = await dashboardScene();
  app = notesApp(scene.dashboard.deps);
});
afterAll(() => scene.close());

const page = (): string => `/dashboard/${scene.organizationId}/notas`;

async function signedIn(): Promise<Visitor> {
  const by = visitor(app);
  await by.submit("/login", "/login", { correo: scene.full.mail, clave: password });
  return by;
}

async function name(): Promise<unknown> {
  const rows = await scene.api.database.owner("select name from organizations where id = $1", [
    scene.organizationId,
  ]);
  return rows[0]?.["name"];
}

async function rowsOf(verb: string, organizationId = scene.organizationId): Promise<string[]> {
  const rows = await scene.api.database.owner(
    "select outcome, http_status from audit where operation = $1 and organization_id = $2 order by at",
    [`dashboard.${verb}`, organizationId],
  );
  return rows.map(({ outcome, http_status }) => `${String(outcome)} ${String(http_status)}`);
}

test("an act and its record are one transaction: a failed or refused act is rolled back and recorded as such", async () => {
  const by = await signedIn();
  const before = await name();
  expect((await by.submit(page(), `${page()}/fallida`, { nombre: "X" })).status).toBe(403);
  const form = {
    ...hiddenOf((await by.get(page())).text, `${page()}/mala`),
    nombre: "<i>Y</i>",
  };
  const bad = await by.post(`${page()}/mala`, form);
  expect(bad.status).toBe(422);
  expect(bad.text).toContain('value="&lt;i&gt;Y&lt;/i&gt;"');
  // The number is not used up if nothing happened.
  expect((await by.post(`${page()}/mala`, form)).status).toBe(422);
  expect(await name()).toBe(before);
  expect(await rowsOf("note")).toEqual(["forbidden 403", "refused 422", "refused 422"]);
});

test("an act that cannot be recorded does not happen", async () => {
  const by = await signedIn();
  const before = await name();
  const form = { ...hiddenOf((await by.get(page())).text, `${page()}/nueva`), nombre: "Z" };
  await scene.api.database.owner(
    "alter table audit add constraint no_notes check (operation <> 'dashboard.note') not valid",
  );
  const answer = await by.post(`${page()}/nueva`, form);
  await scene.api.database.owner("alter table audit drop constraint no_notes");
  expect(answer.status).toBe(500);
  expect(await name()).toBe(before);
  expect((await by.post(`${page()}/nueva`, form)).text).toBe("hecho");
  expect(await name()).toBe("Z");
  const again = await by.post(`${page()}/nueva`, form);
  expect(again.status).toBe(409);
  expect(again.text).toContain('href="/alli"');
});

test("with an old sign-in the password is asked for, and then the form is shown once as it was typed", async () => {
  const by = await signedIn();
  const before = await name();
  scene.api.clock.advance(10 * 60_000 + 1_000);
  const typed = { nombre: "Después", marca: ["b"] };
  const asked = await by.submit(page(), `${page()}/nueva`, typed);
  expect(asked.status).toBe(403);
  expect(asked.text).toContain("Confirma que eres tú");
  expect(await name()).toBe(before);
  const otherPassword = await by.post("/login/otra-vez", {
    ...hiddenOf(asked.text, "/login/otra-vez"),
    clave: "no es la correcta",
  });
  const hidden = hiddenOf(otherPassword.text, "/login/otra-vez");
  const old = by.cookies.get("connect") ?? "";
  const shown = await by.post("/login/otra-vez", { ...hidden, clave: password });
  expect(shown.status).toBe(200);
  expect(by.cookies.get("connect")).not.toBe(old);
  const form = shown.text.slice(shown.text.indexOf(`action="${page()}/nueva"`)).split("</form>")[0];
  expect(form).toMatch(/name="nombre"[^>]*value="Después"/);
  expect(shown.text).toContain("Todavía no hicimos nada");
  expect(form).toMatch(/value="b" checked/);
  expect(form).not.toMatch(/value="a" checked=""[^]*value="b"/);
  const sent = await by.post(`${page()}/nueva`, {
    ...hiddenOf(shown.text, `${page()}/nueva`),
    ...typed,
  });
  expect(sent.text).toBe("hecho");
  expect(await name()).toBe("Después");
  // The kept form is shown once: sent again, it fills nothing in.
  const twice = await by.post("/login/otra-vez", { ...hidden, clave: password });
  expect(twice.status).toBe(403);
});

test("a form from before another tab asked for the password is shown again, filled in, and then accepted", async () => {
  const by = await signedIn();
  const before = await name();
  const path = `${page()}/nueva`;
  const typed = { nombre: "De la otra pestaña", marca: ["b"] };
  const old = hiddenOf((await by.get(page())).text, path);
  await by.submit("/login/otra-vez", "/login/otra-vez", { clave: password });
  const shown = await by.post(path, { ...old, ...typed });
  expect(shown.status).toBe(403);
  expect(shown.text).toContain("No cambiamos nada");
  expect(shown.text).not.toContain("No recibimos el formulario");
  const gone = await by.post(path, { ...old, ...typed, pagina: "/dashboard/org_x/notas" });
  expect(gone.status).toBe(404);
  expect(gone.text).not.toContain("Revisa lo que escribiste");
  expect(await name()).toBe(before);
  const { sello, nombre, marca } = filledOf(shown.text, path);
  expect({ nombre, marca }).toEqual({ nombre: [typed.nombre], marca: typed.marca });
  expect((await by.post(path, { ...old, ...typed, sello: sello ?? "" })).text).toBe("hecho");
  expect(await name()).toBe(typed.nombre);
});

test("if two tabs wait for the password, the second keeps its form too", async () => {
  const by = await signedIn();
  scene.api.clock.advance(10 * 60_000 + 1_000);
  const path = `${page()}/nueva`;
  const [one, other] = [
    await by.submit(page(), path, { nombre: "Primera pestaña" }),
    await by.submit(page(), path, { nombre: "Segunda pestaña" }),
  ];
  const send = ({ text }: Page) =>
    by.post("/login/otra-vez", { ...hiddenOf(text, "/login/otra-vez"), clave: password });
  expect(filledOf((await send(one)).text, path)["nombre"]).toEqual(["Primera pestaña"]);
  const second = await send(other);
  expect(filledOf(second.text, path)["nombre"]).toEqual(["Segunda pestaña"]);
  expect(second.text).not.toContain(password);
});

test("a person who is signed out by now signs in first, whatever the form's seal", async () => {
  const by = await signedIn();
  const old = hiddenOf((await by.get(page())).text, `${page()}/nueva`);
  by.cookies.delete("connect");
  const sent = await by.post(`${page()}/nueva`, { ...old, nombre: "X" });
  expect([sent.status, sent.location]).toEqual([303, "/login?nota=sin-enviar"]);
  expect((await by.get(sent.location ?? "")).text).toContain("No hicimos nada con lo que enviaste");
});

test("a page left open ends its session anyway, after 12 hours", async () => {
  const by = await signedIn();
  const ask = () => by.get(`${page()}/viva`, { "x-fragment": "nombre" });
  for (let hours = 0; hours < 12; hours += 3) {
    expect((await ask()).status).toBe(200);
    scene.api.clock.advance(3 * 3_600_000);
  }
  scene.api.clock.advance(60_000);
  expect((await ask()).status).toBe(303);
  expect((await by.get(page())).location).toContain("/login?next=");
});

test("the changing part of a page is requested alone, and not sent if unchanged", async () => {
  const by = await signedIn();
  const path = `${page()}/viva`;
  const whole = await by.get(path);
  expect(whole.text).toContain('<noscript><meta http-equiv="refresh"');
  const ask = (etag?: string) =>
    by.get(path, { "x-fragment": "nombre", ...(etag && { "if-none-match": etag }) });
  const part = await ask();
  const etag = part.headers.get("etag") ?? "";
  expect(part.text).toMatch(/^<div data-final="no"[^]*<\/div>$/);
  expect(whole.text.replaceAll(/value="[^"]*"/g, "")).toContain(
    part.text.replaceAll(/value="[^"]*"/g, ""),
  );
  // Its seals are new each time, but that is no change.
  expect(await ask(etag)).toMatchObject({ status: 304, text: "" });
  const rename = "update organizations set name = $1 where id = $2";
  await scene.api.database.owner(rename, ["Fin", scene.organizationId]);
  const changed = await ask(etag);
  expect(changed.text).toContain('data-final="si"');
  expect(changed.headers.get("etag")).not.toBe(etag);
  const other = await by.get(path, { "x-fragment": "nada" });
  expect(other.headers.get("etag")).toBeNull();
  const none = await by.get("/dashboard/org_x/notas/viva", { "x-fragment": "nombre" });
  expect([none.status, none.headers.get("etag")]).toEqual([404, null]);
});

test("what a person does outside an organization is recorded too", async () => {
  const who = await someone(scene.dashboard, "registrada@maule.example");
  const by = visitor(scene.dashboard.app);
  await by.submit("/login", "/login", { correo: who.mail, clave: password });
  const account = "/dashboard/cuenta";
  await by.submit(account, `${account}/clave`, { clave: "otra", nueva: "tres palabras y otra" });
  await by.submit(account, `${account}/sesion`, { sesion: "ses_x" });
  await by.submit("/login/otra-vez", "/login/otra-vez", { clave: password });
  await by.submit(account, "/login/salir");
  const rows = await scene.api.database.owner(
    `select operation, outcome from audit where actor_id = $1 and organization_id = $2 and outcome <> 'started'
     order by at, operation`,
    [who.userId, personalScope],
  );
  expect(
    rows.map(({ operation, outcome }) => `${String(operation)} ${String(outcome)}`).toSorted(),
  ).toEqual([
    "dashboard.change_password refused",
    "dashboard.end_session ok",
    "dashboard.sign_in ok",
    "dashboard.sign_in ok",
    "dashboard.sign_in_again ok",
    "dashboard.sign_out ok",
  ]);
});
