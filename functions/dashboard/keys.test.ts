import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import {
  dashboardScene,
  type DashboardScene,
  type Someone,
} from "#tests/support/scenes/dashboard-scene.ts";
import { filledOf, hiddenOf, type Page, type Visitor } from "#tests/support/scenes/visitor.ts";

let scene: DashboardScene;
let owner: Someone;
let page: string;
let by: Visitor;
beforeAll(async () => {
  scene = await dashboardScene();
});
afterAll(() => scene.close());
let count = 0;
beforeEach(async () => {
  const mail = `duena${(count += 1)}@maule.example`;
  const made = await newOwner(scene, { mail, organization: "Con claves" });
  ({ owner, by } = made);
  const { organizationId } = made;
  const own = "delete from api_keys where organization_id = $1";
  await scene.api.database.owner(own, [organizationId]);
  page = `/dashboard/${organizationId}/claves`;
});

const plain = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
const keyIn = ({ text }: Page): string => /connect_sk_\w+/.exec(text)?.[0] ?? "";
const ticked = (text: string): string[] =>
  [...text.matchAll(/name="permiso" value="([^"]+)" checked/g)].map(([, scope = ""]) => scope);

async function create(fields: Record<string, string | string[]>): Promise<Page> {
  const usual = { nombre: "Robot", conexiones: "todas" };
  return by.submit(`${page}/nueva`, `${page}/nueva`, { ...usual, ...fields });
}

/** The page of the only key in the list. */
async function pathOfKey(): Promise<string> {
  return `${page}/${/key_[0-9a-z]{26}/.exec((await by.get(page)).text)?.[0]}`;
}

/** What the terminal would send. */
async function run(curl: string): Promise<Response> {
  const url = new URL(/curl (\S+)/.exec(curl)?.[1] ?? "");
  const headers = [...curl.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  const body = /-d '(.*)'/.exec(curl)?.[1] ?? "";
  return scene.api.app.request(url.pathname, { method: "POST", headers, body });
}

const curlIn = ({ text }: Page): string => plain(/curl [^<]+/.exec(text)?.[0] ?? "");

describe("a new key", () => {
  test("has what was ticked, is shown once, and its first call works", async () => {
    const form = (await by.get(`${page}/nueva`)).text;
    expect(ticked(form)).toEqual([]);
    const made = await create({ permiso: ["conexiones:read", "banco_a:read"] });
    expect([made.status, made.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const key = keyIn(made);
    expect(key).toMatch(/^connect_sk_/);
    expect((await run(curlIn(made))).status).toBe(200);
    const path = await pathOfKey();
    for (const one of [page, `${page}/nueva`, path]) {
      expect((await by.get(one)).text).not.toContain(key);
    }
    const kept = await scene.api.database.owner(
      "select row_to_json(a)::text as row from audit a union all select row_to_json(k)::text from api_keys k",
    );
    expect(JSON.stringify(kept)).not.toContain(key);
    expect((await by.get(path)).text).toContain("<code>banco_a:read</code>");
  });

  test("that is limited to connections is shown with a call on one of them", async () => {
    const organizationId = page.split("/")[2] ?? "";
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await scene.api.connection(organizationId, "banco_a"));
    for (const id of ids) {
      const limit = { conexiones: "algunas", conexion: id };
      const made = await create({ permiso: "banco_a:read", ...limit });
      expect(curlIn(made)).toContain(`X-Connect-Connection: ${id}'`);
      expect((await run(curlIn(made))).status).toBe(200);
    }
    const none = await create({ permiso: "banco_a:read", conexiones: "algunas" });
    expect([none.status, curlIn(none)]).toEqual([200, ""]);
  });

  test.each([
    ["all of them chosen, and one ticked", { conexiones: "todas", conexion: "conn_1" }],
    ["neither all nor some chosen", { conexiones: [] }],
  ])("is not made with %s: the page asks which, with the form filled in", async (_, limit) => {
    const asked = await create({ permiso: "banco_a:read", ...limit });
    expect(asked.status).toBe(422);
    expect(asked.text).toContain("¿Todas las conexiones, o solo algunas?");
    expect(ticked(asked.text)).toEqual(["banco_a:read"]);
    expect((await by.get(page)).text).toContain("Ninguna vigente");
  });

  test("is made once, however often its form is sent", async () => {
    const form = {
      ...hiddenOf((await by.get(`${page}/nueva`)).text, `${page}/nueva`),
      nombre: "X",
      conexiones: "todas",
    };
    const all = await Promise.all([1, 2, 3].map(() => by.post(`${page}/nueva`, form)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await by.get(page)).text.match(/<code class="whole">…\w{4}<\/code>/g)).toHaveLength(1);
  });

  test("can do nothing if nothing was ticked, and the page says so", async () => {
    const made = await create({});
    expect(made.text).toContain("Todavía no puede nada");
    expect((await by.get(page)).text).toContain("no puede nada");
  });

  test.each([
    ["lectura", (scope: string) => scope.endsWith(":read"), 5],
    ["emitir", (scope: string) => !scope.startsWith("banco"), 3],
  ])("begins with the ticks of «%s»", async (model, fits, least) => {
    const { text } = await by.get(`${page}/nueva?modelo=${model}`);
    const scopes = ticked(text);
    expect(text).toContain("También puede: Configurar los datos del emisor.");
    expect(scopes.length).toBeGreaterThan(least);
    expect(scopes.filter((scope) => !fits(scope))).toEqual([]);
    expect(scopes.includes("tributario:write")).toBe(model === "emitir");
  });

  test("without a name is not made, and the form keeps what was typed", async () => {
    const refused = await create({ nombre: " ", permiso: "banco_a:read", vence: "90" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("<title>Error: Crear una clave");
    expect(ticked(refused.text)).toEqual(["banco_a:read"]);
    expect(refused.text).toContain('<option value="90" selected');
    expect((await create({ permiso: "banco_z:read" })).status).toBe(403);
    expect((await by.get(page)).text).toContain("Ninguna vigente");
  });
});

describe("a key's permissions", () => {
  test("change from the next call on, after the page has shown the difference", async () => {
    const made = await create({ permiso: ["core:read", "banco_a:read"] });
    const call = curlIn(made);
    expect((await run(call)).status).toBe(200);
    const path = await pathOfKey();
    const shown = await by.get(`${path}/permisos?permiso=banco_a:read&permiso=webhooks:read`);
    expect(shown.text).toContain("<dt>Gana</dt><dd><code>webhooks:read</code> </dd>");
    expect(shown.text).toContain("<dt>Pierde</dt><dd><code>core:read</code> </dd>");
    expect((await run(call)).status).toBe(200);
    const form = hiddenOf(shown.text, `${path}/permisos`);
    const permiso = ["banco_a:read", "webhooks:read"];
    const saved = await by.post(`${path}/permisos`, { ...form, permiso });
    expect(saved.location).toBe(`${path}?nota=cambiada`);
    expect((await run(call)).status).toBe(403);
    // Another tab still had the old page: it shows both values, and nothing is lost.
    const late = await by.post(`${path}/permisos`, { ...form, permiso: ["core:read"] });
    expect(late.status).toBe(409);
    expect(late.text).toContain("banco_a:read webhooks:read");
    const again = hiddenOf(late.text, `${path}/permisos`);
    expect((await by.post(`${path}/permisos`, again)).status).toBe(303);
    expect((await run(call)).status).toBe(200);
  });
});

describe("a key's connections", () => {
  test("that are called alike are told apart by system, RUT and id", async () => {
    const organizationId = page.split("/")[2] ?? "";
    const make = (system: string) => scene.api.connection(organizationId, system);
    await make("tributario");
    const same = [await make("banco_a"), await make("banco_a")].toSorted();
    const change = "update connections set rut = '76177907-9' where id = $1";
    await scene.api.database.owner(change, [await make("banco_a")]);
    const { text } = await by.get(`${page}/nueva`);
    const shown = text.matchAll(/value="\w+"\/><span>Conexión de prueba · ([^<]+)/g);
    const names = [...shown].map(([, name]) => name);
    expect(names.toSorted((a = "", b = "") => a.localeCompare(b))).toEqual([
      "Autoridad tributaria",
      "Banco A · 76.177.907-9",
      ...same.map((id) => `Banco A · 76.555.835-2 · ${id}`),
    ]);
  });

  test("can be changed on its page, and the later of two changes sees both values", async () => {
    const organizationId = page.split("/")[2] ?? "";
    const connection = await scene.api.connection(organizationId, "banco_a");
    const made = await create({ permiso: "conexiones:read" });
    const list = async () =>
      JSON.stringify(await (await run(curlIn(made))).json()).includes(connection);
    expect(await list()).toBe(true);
    const path = await pathOfKey();
    const form = filledOf((await by.get(path)).text, `${path}/conexiones`);
    expect(form["conexiones"]).toEqual(["todas"]);
    const none = { ...form, conexiones: "algunas" };
    expect((await by.post(`${path}/conexiones`, none)).location).toBe(`${path}?nota=cambiada`);
    expect(await list()).toBe(false);
    const late = await by.post(`${path}/conexiones`, { ...none, conexion: connection });
    expect(late.status).toBe(409);
    expect(late.text).toMatch(/<div>ninguna<\/div>[^]*<div>Conexión de prueba<\/div>/);
    const both = await by.post(`${path}/conexiones`, { ...form, conexion: connection });
    expect([both.status, filledOf(both.text, `${path}/conexiones`)]).toMatchObject([
      422,
      { conexiones: ["todas"], conexion: [connection] },
    ]);
    const again = filledOf(late.text, `${path}/conexiones`);
    expect((await by.post(`${path}/conexiones`, again)).status).toBe(303);
    expect(await list()).toBe(true);
    const shown = filledOf((await by.get(path)).text, `${path}/conexiones`);
    expect(shown).toMatchObject({ conexiones: ["algunas"], conexion: [connection] });
  });
});

describe("a key of an organization with 600 connections", () => {
  const root = (): string => page.slice(0, page.lastIndexOf("/"));
  beforeEach(async () => {
    const first = await scene.api.connection(root().split("/")[2] ?? "", "banco_a");
    await scene.api.database.owner(
      `insert into connections select (jsonb_populate_record(c, jsonb_build_object(
         'id', 'conn_' || lpad(n::text, 26, '0'), 'nombre', 'Sociedad de Inversiones ' || n))).*
       from connections c, generate_series(1, 599) n where c.id = $1`,
      [first],
    );
  });
  afterEach(() =>
    scene.api.database.owner("delete from connections where nombre like 'Sociedad de %'"),
  );
  const id = (n: number): string => `conn_${String(n).padStart(26, "0")}`;
  const limit = async (): Promise<unknown[]> => {
    const rows = await scene.api.database.owner(
      "select unnest(connections) as id from api_keys where organization_id = $1 order by 1",
      [root().split("/")[2]],
    );
    return rows.map((row) => row["id"]);
  };

  test("can be limited by searching for some, and the rest of its limit stays", async () => {
    await create({ permiso: "banco_a:read", conexiones: "algunas", conexion: [id(1), id(2)] });
    const path = await pathOfKey();
    const found = await by.get(`${path}?buscar=inversiones+55`);
    const form = filledOf(found.text, `${path}/conexiones`);
    expect(form["conexion"] ?? []).toEqual([]);
    const sent = { ...form, conexion: [id(55), id(559)] };
    expect((await by.post(`${path}/conexiones`, sent)).status).toBe(303);
    expect(await limit()).toEqual([id(1), id(2), id(55), id(559)]);
    const whole = filledOf((await by.get(path)).text, `${path}/conexiones`);
    expect(whole["conexion"]).toEqual([id(1), id(2), id(55), id(559)]);
    expect((await by.post(`${path}/conexiones`, { ...whole, conexion: id(2) })).status).toBe(303);
    expect(await limit()).toEqual([id(2)]);
  });

  test("and every page that names connections stays within 60 KB", async () => {
    await create({
      permiso: "banco_a:read",
      conexiones: "algunas",
      conexion: Array.from({ length: 400 }, (_, n) => id(n + 1)),
    });
    expect(await limit()).toHaveLength(400);
    const key = await pathOfKey();
    const rest = ["claves", "claves/nueva", "conexiones", "sincronizaciones", "webhooks", "uso"];
    for (const path of [key, ...rest.map((one) => `${root()}/${one}`)]) {
      const { status, text } = await by.get(path);
      expect([path, status, Buffer.byteLength(text) < 60 * 1024]).toEqual([path, 200, true]);
    }
  });
});

describe("a revocation", () => {
  test("asks for the key's name, and takes effect at the next call", async () => {
    const made = await create({ permiso: "core:read" });
    const path = await pathOfKey();
    const form = `${path}/revocar`;
    const wrong = await by.submit(path, form, { escrito: "robot" });
    expect(wrong.status).toBe(422);
    expect((await run(curlIn(made))).status).toBe(200);
    expect((await by.submit(path, form, { escrito: " Robot " })).location).toBe(
      `${page}?nota=revocada`,
    );
    expect((await run(curlIn(made))).status).toBe(401);
    expect((await by.get(page)).text).toContain("Ninguna vigente");
    expect((await by.get(`${page}?estado=terminadas`)).text).toContain("Revocada, ");
    expect((await by.get(path)).text).not.toContain("Revocar la clave");
  });
});

test("a member sees the keys and no button", async () => {
  await create({ permiso: "core:read" });
  const path = await pathOfKey();
  const demoted = "update members set role = 'member' where user_id = $1";
  await scene.api.database.owner(demoted, [owner.userId]);
  for (const one of [page, path]) {
    const { status, text } = await by.get(one);
    expect(status).toBe(200);
    expect(text).toContain("core:read");
    expect(text).not.toMatch(/claves\/nueva|<form method="get"|revocar/);
  }
  expect((await by.get(`${page}/nueva`)).status).toBe(403);
  expect((await by.get(`${path}/permisos?permiso=core:read`)).status).toBe(403);
});
