import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listGrants } from "#lib/identity/index.ts";
import {
  dashboardScene,
  organizationOf,
  someone,
  type DashboardScene,
  type Someone,
} from "#tests/support/scenes/dashboard-scene.ts";
import { consent } from "#tests/support/scenes/grants.ts";
import { filledOf, hiddenOf, visitor, type Visitor } from "#tests/support/scenes/visitor.ts";

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

describe("an application", () => {
  test("can be narrowed and ended by its person and by owners and admins, and this is recorded", async () => {
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

  test("is not narrowed by a form that chooses both all connections and some: the page asks which", async () => {
    const owner = await someone(scene.dashboard, "todas.y.una@maule.example");
    const org = await organizationOf(scene.api, owner, "De todas y una");
    const connection = await scene.api.connection(org, "banco_a");
    const ctx = { ...scene.api.contextOf(org), ...scene.dashboard.deps };
    const { id } = await consent(ctx, owner.userId);
    const page = `/dashboard/${org}/aplicaciones/${id}`;
    const by = as(owner);
    const form = filledOf((await by.get(page)).text, page);
    const asked = await by.post(page, { ...form, conexion: connection });
    expect([asked.status, filledOf(asked.text, page)]).toMatchObject([
      422,
      { todas: ["si"], conexion: [connection] },
    ]);
    expect(asked.text).toContain("¿Todas las conexiones, o solo algunas?");
    expect(await listGrants(ctx)).toMatchObject([{ connections: null }]);
    await by.post(page, { ...filledOf(asked.text, page), todas: [] });
    expect(await listGrants(ctx)).toMatchObject([{ connections: [connection] }]);
  });

  test("that was narrowed meanwhile shows both versions, and regains nothing", async () => {
    const owner = await someone(scene.dashboard, "dos.pestanas@maule.example");
    const org = await organizationOf(scene.api, owner, "De dos pestañas");
    const ctx = { ...scene.api.contextOf(org), ...scene.dashboard.deps };
    const scopes = ["banco_a:read", "core:read", "webhooks:read"];
    const { id } = await consent(ctx, owner.userId, { scopes });
    const page = `/dashboard/${org}/aplicaciones/${id}`;
    const by = as(owner);
    const form = filledOf((await by.get(page)).text, page);
    expect(form["permiso"]).toEqual(scopes);
    const first = { ...form, permiso: ["core:read", "webhooks:read"] };
    expect((await by.post(page, first)).location).toBe(`${page}?nota=guardada`);
    const late = await by.post(page, { ...form, permiso: ["banco_a:read", "core:read"] });
    expect(late.status).toBe(409);
    expect(late.text).toMatch(/<div>core:read webhooks:read<\/div>[^]*<div>core:read<\/div>/);
    expect((await by.post(page, filledOf(late.text, page))).status).toBe(303);
    expect(await listGrants(ctx)).toMatchObject([{ scopes: ["core:read"], connections: null }]);
  });

  test("is listed page by page, each application once", async () => {
    const owner = await someone(scene.dashboard, "con.muchas@maule.example");
    const org = await organizationOf(scene.api, owner, "De muchas aplicaciones");
    const ctx = { ...scene.api.contextOf(org), ...scene.dashboard.deps };
    const { id } = await consent(ctx, owner.userId);
    await scene.api.database.owner(
      `insert into grants select (jsonb_populate_record(g, jsonb_build_object(
         'id', 'grt_' || lpad(n::text, 26, '0'), 'client_id', 'https://agente' || n || '.example/c'))).*
       from grants g, generate_series(1, 59) n where g.id = $1`,
      [id],
    );
    const by = as(owner);
    const seen: string[] = [];
    let next: string | null = `/dashboard/${org}/aplicaciones`;
    while (next !== null) {
      const { text } = await by.get(next);
      expect(Buffer.byteLength(text)).toBeLessThan(60 * 1024);
      seen.push(...[...text.matchAll(/aplicaciones\/(grt_\w+)">/g)].map(([, one = ""]) => one));
      next = /href="([^"]+)" rel="next"/.exec(text)?.[1] ?? null;
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
  });

  test("of somebody else does not exist for a member, who can neither narrow nor end it", async () => {
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
    // A seal is made for a path, so a path that the page does not offer is refused before the verb runs.
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
