import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { organizationForms, pathOf } from "#tests/support/scenes/dashboard-forms.ts";
import { newMember, signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import {
  dashboardScene,
  organizationOf,
  someone,
  type DashboardScene,
  type Someone,
} from "#tests/support/scenes/dashboard-scene.ts";
import { sealFor } from "#tests/support/scenes/form-seals.ts";
import { plantWebhooks, type PlantedWebhooks } from "#tests/support/planted/webhooks.ts";
import { visitor, type Page, type Visitor } from "#tests/support/scenes/visitor.ts";
import { everyRow } from "#tests/support/databases/row-security-tables.ts";

const unknown = "00000000000000000000000000";

let scene: DashboardScene;
let people: Record<"admin" | "issuer" | "member" | "stranger", Someone>;
/** What the stranger owns. */
let strangers: { organizationId: string } & Pick<PlantedWebhooks, "event" | "live">;
beforeAll(async () => {
  scene = await dashboardScene();
  const { api, dashboard, organizationId } = scene;
  const join = (role: "admin" | "member"): Promise<Someone> =>
    newMember(scene, organizationId, { mail: `${role}@maule.example`, role });
  const stranger = await someone(dashboard, "ajena@maule.example");
  const strangeId = await organizationOf(api, stranger, "De otra gente");
  strangers = { organizationId: strangeId, ...(await plantWebhooks(api, strangeId)) };
  const issuer = await newMember(scene, organizationId, {
    mail: "emite@maule.example",
    role: "member",
    canIssue: true,
  });
  people = { admin: await join("admin"), issuer, member: await join("member"), stranger };
});
afterAll(() => scene.close());
// One person sends more forms here than the limit per minute allows.
beforeEach(async () => {
  await scene.api.database.owner("delete from tallies");
});

function as(who: Someone | null): Visitor {
  const { dashboard } = scene;
  return who === null ? visitor(dashboard.app) : signedInAs(dashboard, who);
}

const forms = Object.entries(organizationForms);

/** A page of this organization, with the scene's ids, which may be another organization's. */
function pathIn(organizationId: string, route: string): string {
  return pathOf(scene, route).replace(scene.organizationId, organizationId);
}

/** The same with ids that never existed. */
const nobodysOf = (theirs: string): string => theirs.replace(/_[0-9a-z]{26}/g, `_${unknown}`);

/** Without what differs in every answer: ids, seals, and the organization. */
function bare({ status, text, location }: Page): unknown {
  const same = text.replace(/name="sello" value="[^"]+"/g, "");
  return [status, nobodysOf(same), nobodysOf(location ?? "")];
}

test("every form of the router's organization pages is in the list", () => {
  const routed = scene.dashboard.app.routes
    .filter(({ method, path }) => method === "POST" && path.startsWith("/dashboard/:org"))
    .map(({ path }) => path);
  expect(forms.map(([route]) => route).toSorted()).toEqual([...new Set(routed)].toSorted());
  expect(forms.length).toBeGreaterThan(4);
});

describe.each(forms)("the form %s", (route, { may, fields = {} }) => {
  const roles = (["admin", "issuer", "member"] as const).filter((role) => !may.includes(role));

  test(`changes nothing for ${[...roles, "a stranger, or somebody signed out"].join(", ")}`, async () => {
    const path = pathOf(scene, route);
    // Opening a page is recorded as activity, so it is done before the comparison.
    for (const role of roles) await as(people[role]).get(`/dashboard/${scene.organizationId}`);
    const before = await everyRow(scene.api.database);
    // Each has a valid seal, so only the person can be the reason for a refusal.
    const sent = async (who: Someone | null, to = path): Promise<Page> => {
      const by = as(who);
      return by.post(to, { ...fields, sello: await sealFor(scene.dashboard, by, to) });
    };
    for (const role of roles) expect((await sent(people[role])).status, role).toBe(403);
    const strange = await sent(people.stranger);
    expect(strange.status).toBe(404);
    const nowhere = path.replace(scene.organizationId, `org_${unknown}`);
    expect((await sent(people.stranger, nowhere)).text).toBe(strange.text);
    const out = await sent(null);
    expect([out.status, out.location?.split("?")[0]]).toEqual([303, "/login"]);
    expect(await everyRow(scene.api.database)).toEqual(before);
  });
});

/** The form that a path belongs to. */
const formOf = (path: string) =>
  forms.find(([route]) => new RegExp(`^${route.replaceAll(/:\w+/g, "[^/]+")}$`).test(path));

test.each(["admin", "issuer", "member"] as const)(
  "no page shows a form that its reader, %s, may not send",
  async (role) => {
    const by = as(people[role]);
    const pages = scene.dashboard.app.routes
      .filter(({ method, path }) => method === "GET" && path.startsWith("/dashboard/:org"))
      // A file has no forms, and one that a portal has to give takes half a minute.
      .filter(({ path }) => !path.includes("."))
      .map(({ path }) => pathOf(scene, path));
    const shown = new Set<string>();
    for (const page of new Set(pages)) {
      const { status, text } = await by.get(page);
      if (status !== 200) continue;
      for (const [, action = ""] of text.matchAll(/<form method="post" action="([^"]+)"/g)) {
        const [route, form] = formOf(action) ?? [];
        if (route === undefined || form === undefined) continue;
        shown.add(route);
        expect(form.may, `${page} shows ${route}`).toContain(role);
      }
    }
    expect(shown.size).toBeGreaterThan(role === "admin" ? 15 : 3);
  },
);

test("an empty list tells a member who can fill it", async () => {
  const { bareOrganizationId } = scene;
  const mail = "vacia@maule.example";
  const by = as(await newMember(scene, bareOrganizationId, { mail, role: "member" }));
  for (const list of ["conexiones", "webhooks"]) {
    const { text } = await by.get(`/dashboard/${bareOrganizationId}/${list}`);
    expect(text, list).toContain("n dueño o administrador");
    expect(text, list).not.toMatch(/Crea un/);
  }
});

test("a page about what went wrong leads somewhere", async () => {
  const { status, text } = await as(people.member).get(
    pathOf(scene, "/dashboard/:org/honorarios/limites"),
  );
  expect(status).toBe(403);
  expect(text).toContain('<a class="button" href="/dashboard">');
  expect(text).toContain(`escribe a <a href="mailto:${scene.dashboard.deps.contact}">`);
});

test("a member who may confirm documents reaches the document, and no more", async () => {
  const path = pathOf(scene, "/dashboard/:org/confirmaciones/:prv/confirmar");
  const by = as(people.issuer);
  const answer = await by.post(path, {
    visto: "de otro documento",
    sello: await sealFor(scene.dashboard, by, path),
  });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain("El documento cambió");
});

test("an id of another organization is answered like an unknown one, on every page", async () => {
  const pages = scene.dashboard.app.routes
    .filter(({ method, path }) => method === "GET" && /^\/dashboard\/:org\/.*:/.test(path))
    .map(({ path }) => path);
  expect(pages.length).toBeGreaterThan(2);
  const by = as(people.stranger);
  for (const route of new Set(pages)) {
    const theirs = pathIn(strangers.organizationId, route);
    const nobodys = theirs.replace(/_[0-9a-z]{26}(?=\/[^/]*$|$)/, `_${unknown}`);
    expect(nobodys, route).not.toBe(theirs);
    const answer = await by.get(theirs);
    expect([answer.status, answer.text], route).toEqual([404, (await by.get(nobodys)).text]);
  }
});

/** A form of the stranger's own organization, sent by its owner, with their ids and with unknown ids. */
async function expectAsUnknown(
  route: string,
  theirs: { path: string; fields: Record<string, string> },
  nobodys: typeof theirs,
): Promise<void> {
  const by = as(people.stranger);
  // Opening a page is recorded as activity, so it is done before the comparison.
  await by.get(`/dashboard/${strangers.organizationId}`);
  const before = await everyRow(scene.api.database);
  const sent = async ({ path, fields }: typeof theirs): Promise<Page> =>
    by.post(path, { ...fields, sello: await sealFor(scene.dashboard, by, path) });
  const answer = await sent(theirs);
  const unknownAnswer = await sent(nobodys);
  expect(answer.status, route).toBeGreaterThanOrEqual(400);
  expect(answer.text, route).not.toContain("No recibimos el formulario");
  expect(bare(answer), route).toEqual(bare(unknownAnswer));
  expect(await everyRow(scene.api.database)).toEqual(before);
}

describe("an id of another organization, in the path of a form of one's own", () => {
  const withIds = forms.filter(([route]) => route.slice("/dashboard/:org".length).includes(":"));

  test("covers most of them", () => expect(withIds.length).toBeGreaterThan(25));

  test.each(withIds)("%s is answered like an unknown id", (route, { fields = {} }) => {
    const { organizationId } = strangers;
    const path = pathIn(organizationId, route);
    const root = `/dashboard/${organizationId}`;
    const nobodys = root + nobodysOf(path.slice(root.length));
    expect(nobodys, route).not.toBe(path);
    return expectAsUnknown(route, { path, fields }, { path: nobodys, fields });
  });
});

/** Forms whose fields name something, each with an id of the stranger's in its path. */
const naming: Record<string, (of: DashboardScene) => Record<string, string>> = {
  "/claves/nueva": ({ connectionId }) => ({
    conexiones: "algunas",
    conexion: connectionId,
    permiso: "core:read",
  }),
  "/webhooks/nuevo": ({ connectionId }) => ({ conexion: connectionId }),
  "/webhooks/:whk/recuperar": ({ webhooks }) => ({ evento: webhooks.event }),
  "/eventos/:whev/recuperar": ({ webhooks }) => ({ webhook: webhooks.live }),
};

test.each(Object.entries(naming))(
  "an id of another organization in a field of %s is answered like an unknown id",
  (rest, named) => {
    const route = `/dashboard/:org${rest}`;
    const { organizationId, live, event } = strangers;
    const path = `/dashboard/${organizationId}${rest}`
      .replace(":whk", live)
      .replace(":whev", event);
    const { fields } = organizationForms[route] ?? {};
    const theirs = named(scene);
    const nobodys = Object.fromEntries(
      Object.entries(theirs).map(([name, id]): [string, string] => [name, nobodysOf(id)]),
    );
    expect(nobodys).not.toEqual(theirs);
    const form = (more: Record<string, string>) => ({ path, fields: { ...fields, ...more } });
    return expectAsUnknown(route, form(theirs), form(nobodys));
  },
);
