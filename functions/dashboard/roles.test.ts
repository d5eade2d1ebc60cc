import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withTx } from "#lib/db/context.ts";
import { addMember } from "#lib/identity/people/index.ts";
import { organizationForms, pathOf } from "#tests/support/dashboard-forms.ts";
import {
  dashboardScene,
  organizationOf,
  someone,
  type DashboardScene,
  type Someone,
} from "#tests/support/dashboard-scene.ts";
import { visitor, type Visitor } from "#tests/support/visitor.ts";
import { walledTables } from "#tests/support/walled-rows.ts";
import { sealForm } from "./frame/form-seal.ts";

const unknown = "00000000000000000000000000";

let scene: DashboardScene;
let people: Record<"admin" | "member" | "stranger", Someone>;
beforeAll(async () => {
  scene = await dashboardScene();
  const { api, dashboard, organizationId } = scene;
  const join = async (role: "admin" | "member"): Promise<Someone> => {
    const who = await someone(dashboard, `${role}@maule.example`);
    const person = { userId: who.userId, email: who.mail, name: "Ana Soto" };
    await withTx(api.contextOf(organizationId), (tx) =>
      addMember(tx, organizationId, person, { role }),
    );
    return who;
  };
  const stranger = await someone(dashboard, "ajena@maule.example");
  await organizationOf(api, stranger, "De otra gente");
  people = { admin: await join("admin"), member: await join("member"), stranger };
});
afterAll(() => scene.close());
// One person sends more forms here than anybody may in a minute.
beforeEach(async () => {
  await scene.api.database.owner("delete from tallies");
});

function as(who: Someone | null): Visitor {
  const by = visitor(scene.dashboard.app);
  if (who !== null) by.cookies.set("connect", who.cookie);
  return by;
}

/** What a form of ours carries, made without its page: for who is not shown it. */
async function sealOf(who: Someone, path: string): Promise<string> {
  const { auth, secret, clock } = scene.dashboard.deps;
  const person = await auth.signedIn(new Headers({ cookie: `connect=${who.cookie}` }));
  return sealForm({ secret, now: clock.now() }, { binding: person?.sessionId ?? "", path });
}

/** Every row of every organization, but for what counts requests and what is on record. */
async function everyRow(): Promise<unknown> {
  const rows: unknown[] = [];
  for (const { name } of await walledTables(scene.api.database)) {
    if (name === "audit" || name === "rate_windows") continue;
    rows.push([name, await scene.api.database.owner(`select * from ${name} t order by t::text`)]);
  }
  return rows;
}

const forms = Object.entries(organizationForms);

test("every form of the router's organization pages is among them", () => {
  const routed = scene.dashboard.app.routes
    .filter(({ method, path }) => method === "POST" && path.startsWith("/dashboard/:org"))
    .map(({ path }) => path);
  expect(forms.map(([route]) => route).toSorted()).toEqual([...new Set(routed)].toSorted());
  expect(forms.length).toBeGreaterThan(4);
});

describe.each(forms)("the form %s", (route, { may, fields = {} }) => {
  const roles = (["admin", "member"] as const).filter((role) => !may.includes(role));

  test(`changes nothing for ${[...roles, "a stranger, and who is signed out"].join(", ")}`, async () => {
    const path = pathOf(scene, route);
    // Who looked at a page was here: that is noted before.
    for (const role of roles) await as(people[role]).get(`/dashboard/${scene.organizationId}`);
    const before = await everyRow();
    for (const role of roles) {
      const sello = await sealOf(people[role], path);
      expect((await as(people[role]).post(path, { ...fields, sello })).status, role).toBe(403);
    }
    const sello = await sealOf(people.stranger, path);
    const strange = await as(people.stranger).post(path, { ...fields, sello });
    expect(strange.status).toBe(404);
    const nowhere = path.replace(scene.organizationId, `org_${unknown}`);
    const other = { ...fields, sello: await sealOf(people.stranger, nowhere) };
    expect((await as(people.stranger).post(nowhere, other)).text).toBe(strange.text);
    expect((await as(null).post(path, { ...fields, sello })).status).toBe(403);
    expect(await everyRow()).toEqual(before);
  });
});

test("an id of another organization is answered as one that there never was, on every page", async () => {
  const pages = scene.dashboard.app.routes
    .filter(({ method, path }) => method === "GET" && /^\/dashboard\/:org\/.*:/.test(path))
    .map(({ path }) => path);
  expect(pages.length).toBeGreaterThan(2);
  const by = as(people.stranger);
  const [own] = await scene.api.database.owner(
    "select organization_id from members where user_id = $1",
    [people.stranger.userId],
  );
  for (const route of new Set(pages)) {
    const theirs = pathOf(scene, route).replace(
      scene.organizationId,
      String(own?.["organization_id"]),
    );
    const nobodys = theirs.replace(/_[0-9a-z]{26}(?=\/[^/]*$|$)/, `_${unknown}`);
    expect(nobodys, route).not.toBe(theirs);
    const answer = await by.get(theirs);
    expect([answer.status, answer.text], route).toEqual([404, (await by.get(nobodys)).text]);
  }
});
