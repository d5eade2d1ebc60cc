import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listGrants } from "#lib/identity/index.ts";
import { organizationForms, pathOf } from "#tests/support/dashboard-forms.ts";
import {
  dashboardScene,
  organizationOf,
  password,
  someone,
  type DashboardScene,
  type Someone,
} from "#tests/support/dashboard-scene.ts";
import { consent } from "#tests/support/grants.ts";
import { hiddenOf, visitor, type Visitor } from "#tests/support/visitor.ts";

let scene: DashboardScene;
beforeAll(async () => {
  scene = await dashboardScene();
});
afterAll(() => scene.close());

function as({ cookie }: Someone): Visitor {
  const by = visitor(scene.dashboard.app);
  by.cookies.set("connect", cookie);
  return by;
}

/** All that a page could change, but for what counts requests. */
async function everything(): Promise<unknown> {
  const tables = [
    "members",
    "organizations",
    "grants",
    "api_keys",
    "invitations",
    "outbox",
    "used_forms",
  ];
  const own = ["user", "session", "account"].map((name) => `auth."${name}"`);
  const rows: unknown[] = [];
  for (const table of [...tables, ...own]) {
    rows.push(await scene.api.database.owner(`select * from ${table} t order by t::text`));
  }
  return rows;
}

type Post = [path: string, page: string, fields: Record<string, string>];

/** Every form of the service, with the page that it is on. */
const posts = (): Post[] => {
  const account = "/dashboard/cuenta";
  return [
    ["/login", "/login", { correo: scene.full.mail, clave: password }],
    ["/login/registro", "/login/registro", { nombre: "X", correo: "x@y.cl", clave: password }],
    ["/login/verificar", "/login/verificar", { correo: "x@y.cl", codigo: "12345678" }],
    ["/login/verificar/codigo", "/login/verificar", { correo: "x@y.cl" }],
    ["/login/recuperar", "/login/recuperar", { correo: scene.full.mail }],
    [
      "/login/recuperar/clave",
      "/login/recuperar/clave",
      { correo: "x@y.cl", codigo: "1", clave: password },
    ],
    ["/login/otra-vez", "/login/otra-vez", { clave: password }],
    ["/login/salir", account, {}],
    ["/dashboard", "/dashboard?todas", { nombre: "Otra" }],
    [scene.invitations.own, scene.invitations.own, {}],
    ...Object.entries(organizationForms).map(([route, { fields = {} }]): Post => [
      pathOf(scene, route),
      "",
      fields,
    ]),
    [`${account}/sesion`, account, { sesion: "ses_x" }],
    [`${account}/sesiones`, account, {}],
    [`${account}/clave`, account, { clave: password, nueva: "otra frase bien larga" }],
  ];
};

test("every POST of the router is among them", () => {
  const routes = scene.dashboard.app.routes
    .filter(({ method, path }) => method === "POST" && /^\/(?:login|dashboard)/.test(path))
    .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`));
  expect(routes.length).toBeGreaterThan(16);
  for (const route of routes) {
    expect(
      posts().some(([path]) => route.test(path)),
      String(route),
    ).toBe(true);
  }
});

describe("a form", () => {
  test.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another host of ours", { "sec-fetch-site": "same-site" }],
    ["nowhere", { "sec-fetch-site": "none" }],
    ["who says nothing", {}],
    ["another origin", { origin: "https://evil.example" }],
    ["a page without an origin", { origin: "null" }],
    ["another site that names our origin", { "sec-fetch-site": "cross-site", origin: "OWN" }],
  ])("of %s writes nothing, sealed or not", async (_, given) => {
    const headers = { ...given, ...(given["origin"] === "OWN" && { origin: scene.origin }) };
    const before = await everything();
    for (const [path, , fields] of posts()) {
      for (const by of [as(scene.full), visitor(scene.dashboard.app)]) {
        expect((await by.post(path, fields, headers)).status, path).toBe(403);
      }
    }
    expect(await everything()).toEqual(before);
  });

  test("without its seal, or with another's, writes nothing", async () => {
    const full = as(scene.full);
    const account = (await full.get("/dashboard/cuenta")).text;
    const own = hiddenOf(account, "/dashboard/cuenta/clave");
    const empty = as(scene.empty);
    const others = hiddenOf((await empty.get("/dashboard/cuenta")).text, "/dashboard/cuenta/clave");
    const seals = [
      "",
      "x",
      others["sello"] ?? "",
      (own["sello"] ?? "").replace(/\../, (first) => (first === ".A" ? ".B" : ".A")),
      `${"A".repeat(22)}.${(own["sello"] ?? "").split(".")[1]}`,
    ];
    const before = await everything();
    for (const [path, , fields] of posts()) {
      for (const sello of seals) {
        expect((await full.post(path, { ...fields, sello })).status, path).toBe(403);
      }
    }
    // Made for this person, and for another form.
    const grant = `/dashboard/${scene.organizationId}/aplicaciones/${scene.grantId}/terminar`;
    expect((await full.post(grant, own)).status).toBe(403);
    expect(await everything()).toEqual(before);
  });

  test("is taken for two hours of the clock, and by the origin of an older browser", async () => {
    const by = as(scene.empty);
    const fill = async () => {
      const page = (await by.get("/dashboard?todas")).text;
      return { ...hiddenOf(page, "/dashboard"), nombre: " " };
    };
    const form = await fill();
    const older = { origin: scene.origin };
    expect((await by.post("/dashboard", form, older)).status).toBe(422);
    const hourMs = 3_600_000;
    scene.api.clock.moveTo(new Date(scene.api.clock.now().getTime() + 2 * hourMs));
    expect((await by.post("/dashboard", form)).status).toBe(403);
    expect((await by.post("/dashboard", await fill())).status).toBe(422);
  });

  test("that makes something makes it once", async () => {
    const who = await someone(scene.dashboard, "doble@maule.example");
    const by = as(who);
    const form = { ...hiddenOf((await by.get("/dashboard")).text, "/dashboard"), nombre: "Una" };
    const all = await Promise.all([1, 2, 3].map(() => by.post("/dashboard", form)));
    const again = all.filter(({ status }) => status === 409);
    expect(all.map(({ status }) => status)).toContain(303);
    expect(again).toHaveLength(2);
    const made = "select count(*)::int as n from members where user_id = $1";
    expect(await scene.api.database.owner(made, [who.userId])).toEqual([{ n: 1 }]);
  });

  test("a thirty-first in a minute waits, and so does a page after 240", async () => {
    const by = as(await someone(scene.dashboard, "mucho@maule.example"));
    const form = { ...hiddenOf((await by.get("/dashboard")).text, "/dashboard"), nombre: " " };
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await by.post("/dashboard", form)).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    const pages = await Promise.all(Array.from({ length: 245 }, () => by.get("/dashboard/cuenta")));
    expect(pages.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
    const refused = pages.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused?.text).toContain("Espera");
  });
});

describe("a stranger", () => {
  test("meets the 404 of an unknown id, byte for byte", async () => {
    const stranger = as(scene.empty);
    const { organizationId, grantId } = scene;
    const nobodys = "org_00000000000000000000000001";
    const paths = ["", "/aplicaciones", `/aplicaciones/${grantId}`];
    for (const rest of paths) {
      const unknown = await stranger.get(`/dashboard/${nobodys}${rest}`);
      const real = await stranger.get(`/dashboard/${organizationId}${rest}`);
      const broken = await stranger.get(`/dashboard/org_x${rest}`);
      expect([real.status, real.text]).toEqual([404, unknown.text]);
      expect(broken.text).toBe(unknown.text);
    }
    const own = as(scene.full);
    const missing = await own.get(`/dashboard/${organizationId}/aplicaciones/grt_none`);
    expect(missing.status).toBe(404);
  });

  test("who is signed out signs in first, and comes back", async () => {
    const path = `/dashboard/${scene.organizationId}/aplicaciones`;
    const page = await visitor(scene.dashboard.app).get(path);
    expect(page.location).toBe(`/login?next=${encodeURIComponent(path)}`);
  });
});

describe("an application", () => {
  test("is narrowed and ended by its person and by owners and admins, on record", async () => {
    const member = await someone(scene.dashboard, "miembro@maule.example");
    const org = await organizationOf(scene.api, member, "Con miembros", "member");
    const ctx = { ...scene.api.contextOf(org), ...scene.dashboard.deps };
    const { id } = await consent(ctx, member.userId, { scopes: ["banco_a:read", "core:read"] });
    const page = `/dashboard/${org}/aplicaciones/${id}`;
    const by = as(member);
    const narrowed = await by.submit(page, page, { permiso: ["core:read"], conexion: [] });
    expect(narrowed.location).toBe(`${page}?nota=guardada`);
    expect(await listGrants(ctx)).toMatchObject([{ scopes: ["core:read"], connections: [] }]);
    const wider = await by.submit(page, page, { permiso: ["core:read", "banco_a:read"] });
    expect(wider.status).toBe(403);
    await by.submit(page, `${page}/terminar`);
    expect(await listGrants(ctx)).toEqual([]);
    const audit = await scene.api.database.owner(
      `select operation, outcome, actor_kind, actor_id from audit where organization_id = $1
       and operation like 'dashboard.%' order by at, outcome desc`,
      [org],
    );
    expect(
      audit.map(({ operation, outcome }) => `${String(operation)} ${String(outcome)}`),
    ).toEqual([
      "dashboard.narrow_grant ok",
      "dashboard.narrow_grant forbidden",
      "dashboard.end_grant ok",
    ]);
    expect(new Set(audit.map(({ actor_kind }) => actor_kind))).toEqual(new Set(["member"]));
  });

  test("of somebody else is not there for a member, and can neither be narrowed nor ended", async () => {
    const member = await someone(scene.dashboard, "otra.persona@maule.example");
    const org = await organizationOf(scene.api, member, "De dos", "member");
    const ctx = { ...scene.api.contextOf(org), ...scene.dashboard.deps };
    const boss = await someone(scene.dashboard, "jefa@maule.example");
    await scene.api.database.owner(
      `insert into members (organization_id, user_id, email, role, created_at)
       values ($1, $2, $3, 'owner', now())`,
      [org, boss.userId, boss.mail],
    );
    const { id } = await consent(ctx, boss.userId);
    const own = await consent(ctx, member.userId);
    const by = as(member);
    expect((await by.get(`/dashboard/${org}/aplicaciones/${id}`)).status).toBe(404);
    // A seal is made for a path: one that the page does not offer is refused before the verb is asked.
    const mine = `/dashboard/${org}/aplicaciones/${own.id}`;
    const sealed = hiddenOf((await by.get(mine)).text, `${mine}/terminar`);
    const end = `/dashboard/${org}/aplicaciones/${id}/terminar`;
    expect((await by.post(end, sealed)).status).toBe(403);
    expect(await listGrants(ctx)).toHaveLength(2);
    const bosses = as(boss);
    const ended = await bosses.submit(mine, `${mine}/terminar`);
    expect(ended.status).toBe(303);
  });
});

test("an invitation is accepted on its page by its own mail alone, on record", async () => {
  const { other, own } = scene.invitations;
  const by = as(scene.empty);
  const sealed = hiddenOf((await by.get(own)).text, own);
  expect((await by.post(other, sealed)).status).toBe(403);
  expect((await as(scene.full).get(own)).text).toContain("e•••@maule.example");
  expect((await by.post(own, sealed)).location).toBe(`/dashboard/${scene.organizationId}`);
  expect((await by.get(own)).status).toBe(410);
  const audit = await scene.api.database.owner(
    "select organization_id, outcome from audit where operation = 'dashboard.accept_invitation'",
  );
  expect(audit).toEqual([{ organization_id: scene.organizationId, outcome: "ok" }]);
});

test("no page is kept, framed, sniffed or passed on, and nothing foreign runs on it", async () => {
  const pages = [
    await visitor(scene.dashboard.app).get("/login"),
    await as(scene.full).get("/dashboard/cuenta"),
    await as(scene.full).get("/dashboard/nada/de/nada"),
  ];
  for (const { headers } of pages) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  }
});
