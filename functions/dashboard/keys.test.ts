import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  dashboardScene,
  organizationOf,
  someone,
  type DashboardScene,
  type Someone,
} from "#tests/support/dashboard-scene.ts";
import { hiddenOf, visitor, type Page, type Visitor } from "#tests/support/visitor.ts";

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
  owner = await someone(scene.dashboard, `duena${(count += 1)}@maule.example`);
  const organizationId = await organizationOf(scene.api, owner, "Con claves");
  const own = "delete from api_keys where organization_id = $1";
  await scene.api.database.owner(own, [organizationId]);
  page = `/dashboard/${organizationId}/claves`;
  by = as(owner);
});

function as({ cookie }: Someone): Visitor {
  const one = visitor(scene.dashboard.app);
  one.cookies.set("connect", cookie);
  return one;
}

const plain = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
const keyIn = ({ text }: Page): string => /connect_sk_\w+/.exec(text)?.[0] ?? "";
const ticked = (text: string): string[] =>
  [...text.matchAll(/name="permiso" value="([^"]+)" checked/g)].map(([, scope = ""]) => scope);

async function create(fields: Record<string, string | string[]>): Promise<Page> {
  return by.submit(`${page}/nueva`, `${page}/nueva`, { nombre: "Robot", ...fields });
}

/** Where the only key of the list is. */
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

  test("is one, however often its form is sent", async () => {
    const form = {
      ...hiddenOf((await by.get(`${page}/nueva`)).text, `${page}/nueva`),
      nombre: "X",
    };
    const all = await Promise.all([1, 2, 3].map(() => by.post(`${page}/nueva`, form)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await by.get(page)).text.match(/<code>…\w{4}<\/code>/g)).toHaveLength(1);
  });

  test("can do nothing when nothing was ticked, and says so", async () => {
    const made = await create({});
    expect(made.text).toContain("Todavía no puede nada");
    expect((await by.get(page)).text).toContain("no puede nada");
  });

  test.each([
    ["lectura", (scope: string) => scope.endsWith(":read"), 5],
    ["emitir", (scope: string) => !scope.startsWith("banco"), 3],
  ])("begins with the ticks of «%s»", async (model, fits, least) => {
    const scopes = ticked((await by.get(`${page}/nueva?modelo=${model}`)).text);
    expect(scopes.length).toBeGreaterThan(least);
    expect(scopes.filter((scope) => !fits(scope))).toEqual([]);
    expect(scopes.includes("tributario:write")).toBe(model === "emitir");
  });

  test("without a name is not made, and keeps what was typed", async () => {
    const refused = await create({ nombre: " ", permiso: "banco_a:read", vence: "90" });
    expect(refused.status).toBe(422);
    expect(ticked(refused.text)).toEqual(["banco_a:read"]);
    expect(refused.text).toContain('<option value="90" selected');
    const foreign = await create({ permiso: "banco_z:read" });
    expect(foreign.status).toBe(403);
    expect((await by.get(page)).text).toContain("Ninguna vigente");
  });
});

describe("a key's permissions", () => {
  test("are changed after their difference was shown, from the next call on", async () => {
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
    // Another tab had the page from before: both values, and nothing is lost.
    const late = await by.post(`${path}/permisos`, { ...form, permiso: ["core:read"] });
    expect(late.status).toBe(409);
    expect(late.text).toContain("banco_a:read webhooks:read");
    const again = hiddenOf(late.text, `${path}/permisos`);
    expect((await by.post(`${path}/permisos`, again)).status).toBe(303);
    expect((await run(call)).status).toBe(200);
  });
});

describe("a revocation", () => {
  test("asks for the key's name, and ends it for the next call", async () => {
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
  await scene.api.database.owner("update members set role = 'member' where user_id = $1", [
    owner.userId,
  ]);
  for (const one of [page, path]) {
    const { status, text } = await by.get(one);
    expect(status).toBe(200);
    expect(text).toContain("core:read");
    expect(text).not.toMatch(/claves\/nueva|<form method="get"|revocar/);
  }
  expect((await by.get(`${page}/nueva`)).status).toBe(403);
  expect((await by.get(`${path}/permisos?permiso=core:read`)).status).toBe(403);
});
