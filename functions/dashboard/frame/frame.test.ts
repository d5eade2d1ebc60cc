import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organizationForms, pathOf } from "#tests/support/scenes/dashboard-forms.ts";
import { signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import {
  dashboardScene,
  password,
  someone,
  type DashboardScene,
  type Someone,
} from "#tests/support/scenes/dashboard-scene.ts";
import { sealFor } from "#tests/support/scenes/form-seals.ts";
import { hiddenOf, visitor, type Page, type Visitor } from "#tests/support/scenes/visitor.ts";
import { everyRow } from "#tests/support/databases/row-security-tables.ts";
import { createDashboard } from "../app.ts";

let scene: DashboardScene;
beforeAll(async () => {
  scene = await dashboardScene();
});
afterAll(() => scene.close());

const as = (who: Someone): Visitor => signedInAs(scene.dashboard, who);

/** All that a page could change, except counters of requests. */
async function everything(): Promise<unknown> {
  const { database } = scene.api;
  const own = await database.owner(
    "select format('auth.%I', tablename) as name from pg_tables where schemaname = 'auth'",
  );
  expect(own.length).toBeGreaterThan(5);
  const people = ["used_forms", "mail_codes", ...own.map(({ name }) => String(name))];
  const rows: unknown[] = [await everyRow(database)];
  for (const table of people) {
    rows.push([table, await database.owner(`select * from ${table} t order by t::text`)]);
  }
  return rows;
}

/** The answer to a form that is not accepted as ours: any other 403 would be about the sender. */
function expectRefused({ status, text }: Page, path: string): void {
  expect(status, path).toBe(403);
  expect(text, path).toContain("No recibimos el formulario");
}

type Post = [path: string, page: string, fields: Record<string, string>];

/** Every form of the service, with its page. */
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

test("every POST of the router is in the list", () => {
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
  ])("of %s writes nothing, even with a valid seal", async (_, given) => {
    const headers = { ...given, ...(given["origin"] === "OWN" && { origin: scene.origin }) };
    const before = await everything();
    for (const [path, , fields] of posts()) {
      for (const by of [as(scene.full), visitor(scene.dashboard.app)]) {
        const sello = await sealFor(scene.dashboard, by, path);
        expectRefused(await by.post(path, { ...fields, sello }, headers), path);
      }
    }
    expect(await everything()).toEqual(before);
  });

  test("without its seal, or with another form's, changes nothing", async () => {
    const full = as(scene.full);
    const others = [as(scene.empty), visitor(scene.dashboard.app)];
    const account = (await full.get("/dashboard/cuenta")).text;
    const elsewhere = hiddenOf(account, "/dashboard/cuenta/clave")["sello"] ?? "";
    const before = await everything();
    let sent = 0;
    for (const [path, , fields] of posts()) {
      // Each sealed for this very path: refused because of its owner, or because it was changed.
      const own = await sealFor(scene.dashboard, full, path);
      const [number, proof = ""] = own.split(".");
      const seals = [
        "",
        "x",
        ...(await Promise.all(others.map((by) => sealFor(scene.dashboard, by, path)))),
        `${number}.${proof.startsWith("A") ? "B" : "A"}${proof.slice(1)}`,
        `${"A".repeat(22)}.${proof}`,
        // Made for this person, but for another form.
        ...(path === "/dashboard/cuenta/clave" ? [] : [elsewhere]),
      ];
      for (const sello of seals) expectRefused(await full.post(path, { ...fields, sello }), path);
      sent += seals.length;
    }
    expect(sent).toBeGreaterThan(300);
    expect(await everything()).toEqual(before);
  });

  test("is accepted for two hours, and by the origin that an older browser sends", async () => {
    const by = as(scene.empty);
    const fill = async () => {
      const page = (await by.get("/dashboard?todas")).text;
      return { ...hiddenOf(page, "/dashboard"), nombre: " " };
    };
    const form = await fill();
    const older = { origin: scene.origin };
    expect((await by.post("/dashboard", form, older)).status).toBe(422);
    const hourMs = 3_600_000;
    scene.api.clock.advance(2 * hourMs);
    expect((await by.post("/dashboard", form)).status).toBe(403);
    expect((await by.post("/dashboard", await fill())).status).toBe(422);
  });

  test("that creates something creates it once", async () => {
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

  /** So that everything sent now falls into one window. */
  const atBeginningOfMinute = (): void => {
    const { clock } = scene.api;
    clock.advance(60_000 - (clock.now().getTime() % 60_000));
  };

  test("the thirty-first form in a minute is refused, and so is a page after 240", async () => {
    const by = as(await someone(scene.dashboard, "mucho@maule.example"));
    const form = { ...hiddenOf((await by.get("/dashboard")).text, "/dashboard"), nombre: " " };
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await by.post("/dashboard", form)).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    atBeginningOfMinute();
    const pages = await Promise.all(Array.from({ length: 245 }, () => by.get("/dashboard/cuenta")));
    expect(pages.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
    const refused = pages.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused?.text).toMatch(/Espera [1-9]\d? segundos/);
  });

  test.each([
    ["address", "203.0.113.7", "203.0.113.7", "203.0.113.8"],
    ["household's network", "2001:db8:7:1::1", "2001:db8:7:1:f::2", "2001:db8:7:2::1"],
  ])(
    "of a signed-out person is limited too, by the %s, and is not recorded",
    async (_, address, same, other) => {
      const { deps } = scene.dashboard;
      atBeginningOfMinute();
      const before = await scene.api.database.owner("select count(*) from audit");
      const from = (asked: string) => {
        const by = visitor(createDashboard({ ...deps, addressOf: () => asked }));
        return { by, form: by.get("/login").then(({ text }) => hiddenOf(text, "/login")) };
      };
      const send = async ({ by, form }: ReturnType<typeof from>) =>
        by.post("/login", { ...(await form), correo: "x", clave: "" });
      const one = from(address);
      const statuses = new Map<number, number>();
      for (let n = 0; n < 121; n += 1) {
        const { status } = await send(one);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect(statuses.get(429)).toBe(1);
      const waiting = await send(from(same));
      expect(waiting.text).toMatch(/Espera [1-9]\d? segundos/);
      expect((await send(from(other))).status).toBe(422);
      expect(await scene.api.database.owner("select count(*) from audit")).toEqual(before);
    },
  );
});

describe("a stranger", () => {
  test("gets the 404 of an unknown id, byte for byte", async () => {
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

  test("who is signed out signs in first, and returns", async () => {
    const path = `/dashboard/${scene.organizationId}/aplicaciones`;
    const page = await visitor(scene.dashboard.app).get(path);
    expect(page.location).toBe(`/login?next=${encodeURIComponent(path)}`);
  });
});

test("only the invited mail can accept an invitation on its page, and this is recorded", async () => {
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

test("no page is cached, framed, sniffed or passed on, and nothing foreign runs on it", async () => {
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
