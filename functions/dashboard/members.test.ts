import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Role } from "#lib/identity/people/index.ts";
import { newMember, newOwner, signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import {
  dashboardScene,
  someone,
  type DashboardScene,
  type Someone,
} from "#tests/support/scenes/dashboard-scene.ts";
import { hiddenOf, mailsOf, visitor, type Visitor } from "#tests/support/scenes/visitor.ts";

let scene: DashboardScene;
let organizationId: string;
let owner: Someone;
let page: string;
let by: Visitor;
let count = 0;
beforeAll(async () => {
  scene = await dashboardScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  const mail = `jefa${(count += 1)}@maule.example`;
  ({ owner, organizationId, by } = await newOwner(scene, { mail, organization: "Con gente" }));
  page = `/dashboard/${organizationId}/miembros`;
});

const as = (who: Someone): Visitor => signedInAs(scene.dashboard, who);
const join = (role: Role, name = "Iris Vega"): Promise<Someone> =>
  newMember(scene, organizationId, { mail: `gente${(count += 1)}@maule.example`, role, name });

const openInvitation = async (): Promise<string | undefined> =>
  /inv_[0-9a-z]{26}/.exec((await by.get(page)).text)?.[0];
const linkTo = async (mail: string): Promise<string> => {
  const sent = await mailsOf(scene.api, scene.dashboard, mail);
  return new URL(/https?:\S+/.exec(sent.at(-1)?.text ?? "")?.[0] ?? "").pathname;
};

test("somebody is invited, again, and joins; the earlier link no longer opens", async () => {
  const eva = await someone(scene.dashboard, `eva${count}@maule.example`, "Eva Rojas");
  const invited = await by.submit(page, `${page}/invitaciones`, { correo: eva.mail, rol: "admin" });
  expect(invited.location).toBe(`${page}?nota=invitada`);
  const first = await linkTo(eva.mail);
  const path = `${page}/invitaciones/${await openInvitation()}`;
  expect((await by.submit(page, `${path}/reenviar`)).status).toBe(303);
  const second = await linkTo(eva.mail);
  const hers = as(eva);
  expect((await hers.get(first)).status).toBe(410);
  expect((await hers.submit(second, second)).location).toBe(`/dashboard/${organizationId}`);
  expect((await by.get(page)).text).toMatch(/Eva Rojas[^]*Administrador/);
  expect(await openInvitation()).toBeUndefined();
});

test("a withdrawn invitation opens nothing, and none is made for an invalid mail or a member's", async () => {
  const mail = "nueva@maule.example";
  await by.submit(page, `${page}/invitaciones`, { correo: mail, rol: "member" });
  const link = await linkTo(mail);
  const path = `${page}/invitaciones/${await openInvitation()}`;
  expect((await by.submit(page, `${path}/retirar`)).location).toBe(`${page}?nota=retirada`);
  expect((await visitor(scene.dashboard.app).get(link)).status).toBe(410);
  for (const [correo, text] of [
    ["no es", "Esto no es un correo"],
    [owner.mail, "ya participa"],
  ] as const) {
    const refused = await by.submit(page, `${page}/invitaciones`, { correo, rol: "member" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(text);
    expect(refused.text).toContain(`value="${correo}"`);
  }
});

test("a new role applies from the next page on, and the later of two changes sees both values", async () => {
  const other = await join("member");
  const path = `${page}/${other.userId}`;
  const form = hiddenOf((await by.get(path)).text, path);
  expect((await as(other).get(`${page}/${owner.userId}`)).status).toBe(403);
  const saved = await by.post(path, { ...form, rol: "admin" });
  expect(saved.location).toBe(`${path}?nota=guardada`);
  expect((await as(other).get(`${page}/${owner.userId}`)).status).toBe(200);
  const late = await by.post(path, { ...form, rol: "member", confirma: "si" });
  expect(late.status).toBe(409);
  expect(late.text).toMatch(/<div>Administrador<\/div>[^]*Miembro, confirma documentos/);
  expect((await by.post(path, hiddenOf(late.text, path))).status).toBe(303);
  expect((await by.get(page)).text).toContain("Miembro, confirma documentos");
});

test("each role that can be given says what it allows", async () => {
  const other = await join("member");
  for (const at of [page, `${page}/${other.userId}`]) {
    const hint = /id="campo-rol-ayuda">([^<]+)</.exec((await by.get(at)).text)?.[1];
    expect(hint).toMatch(
      /Miembro: ve los datos.* Administrador: ve todo.* Dueño: ve y decide todo/,
    );
  }
});

test("the last owner cannot be demoted or leave, and is told why", async () => {
  await join("admin");
  const path = `${page}/${owner.userId}`;
  const refused = await by.submit(path, path, { rol: "member" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("haz dueño a otra persona primero");
  expect((await by.submit(path, `${path}/quitar`)).status).toBe(422);
  const { text } = await by.get(page);
  expect(text).toContain("eres su único dueño");
  expect(text).not.toContain(`action="${page}/salir"`);
});

test("a person who is removed or leaves is a stranger at once", async () => {
  const [removed, leaving] = [await join("admin"), await join("member")];
  const path = `${page}/${removed.userId}`;
  expect((await by.submit(path, `${path}/quitar`)).location).toBe(`${page}?nota=quitada`);
  expect((await as(removed).get(page)).status).toBe(404);
  const theirs = as(leaving);
  const before = (await theirs.get(page)).text;
  expect(before).not.toContain(owner.mail);
  expect(before).not.toMatch(/invitaciones|gente\d+@maule/);
  expect((await theirs.submit(page, `${page}/salir`)).location).toBe("/dashboard?todas");
  expect((await theirs.get(page)).status).toBe(404);
  const audit = await scene.api.database.owner(
    "select operation from audit where organization_id = $1 and outcome = 'ok' order by at",
    [organizationId],
  );
  expect(audit.map(({ operation }) => operation)).toEqual([
    "dashboard.remove_member",
    "dashboard.leave_organization",
  ]);
});

test("a person who changes their own role is sent to a page that they may see", async () => {
  const admin = await join("admin");
  const theirs = as(admin);
  const path = `${page}/${admin.userId}`;
  const changed = await theirs.submit(path, path, { rol: "member" });
  expect(changed.location).toBe(`${page}?nota=guardada`);
  const shown = await theirs.get(changed.location ?? "");
  expect([shown.status, shown.text.includes("Guardado.")]).toEqual([200, true]);
  const leaving = await join("owner");
  const hers = `${page}/${leaving.userId}`;
  const left = await as(leaving).submit(hers, `${hers}/quitar`);
  expect(left.location).toBe("/dashboard?todas");
});

test("an admin cannot change an owner", async () => {
  const admin = as(await join("admin"));
  const { text } = await admin.get(`${page}/${owner.userId}`);
  expect(text).toContain("A un dueño lo cambia otro dueño");
  expect(text).not.toContain("Guardar");
  expect((await admin.get(page)).text).not.toContain('<option value="owner"');
});

test("of many people a page shows fifty, and the next ones all others once", async () => {
  await scene.api.database.owner(
    `insert into members select (jsonb_populate_record(m, jsonb_build_object(
       'user_id', 'usr_' || lpad(n::text, 26, '0'), 'email', 'persona' || n || '@maule.example',
       'name', 'Persona ' || n, 'role', 'member'))).*
     from members m, generate_series(1, 200) n where organization_id = $1 and user_id = $2`,
    [organizationId, owner.userId],
  );
  const seen: string[] = [];
  const pages: number[] = [];
  let path: string | undefined = page;
  while (path !== undefined) {
    const { text } = await by.get(path);
    expect(text.length).toBeLessThan(60 * 1024);
    expect(text).toContain("eres su único dueño");
    expect(text).toContain('id="invitar"');
    const names = text.match(/(?<=">)Persona \d+(?=<\/a>)/g) ?? [];
    expect(text.includes('href="#invitar"')).toBe(names.length > 10);
    pages.push(names.length);
    seen.push(...names);
    path = /<a href="([^"]+)" rel="next">/.exec(text)?.[1];
  }
  expect(pages.length).toBe(5);
  expect(new Set(seen).size).toBe(200);
  expect(seen).toHaveLength(200);
  expect((await by.get(`${page}?desde=basura`)).status).toBe(200);
});
