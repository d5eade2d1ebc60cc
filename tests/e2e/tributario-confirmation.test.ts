import { afterAll, beforeAll, expect, test } from "vitest";
import { withTx } from "#lib/db/context.ts";
import { addMember } from "#lib/identity/people/index.ts";
import type { TestOrganization } from "#tests/support/api.ts";
import { testDashboard, type TestDashboard } from "#tests/support/dashboard.ts";
import { someone } from "#tests/support/dashboard-scene.ts";
import { invoice, tributarioScene, type TributarioScene } from "#tests/support/tributario-scene.ts";
import { hiddenOf, visitor, type Visitor } from "#tests/support/visitor.ts";

/* An agent previews, another one asks to emit, and a person decides on a page. */

let scene: TributarioScene;
let dashboard: TestDashboard;
let owner: TestOrganization;
let colleague: string;
let connection: string;
let boss: Visitor;
let member: Visitor;
beforeAll(async () => {
  scene = await tributarioScene();
  dashboard = await testDashboard(scene);
  owner = await scene.organization({ name: "Contadores del Maule SpA" });
  ({ key: colleague } = await scene.key(owner.id, ["tributario:read", "tributario:write"]));
  await scene.beginAnew();
  connection = await scene.connect(owner.id);
  boss = await joined("jefa@maule.example", "owner");
  member = await joined("miembro@maule.example", "member");
});
afterAll(async () => {
  await dashboard.close();
  await scene.close();
});

async function joined(mail: string, role: "owner" | "member"): Promise<Visitor> {
  const { userId, cookie } = await someone(dashboard, mail);
  const person = { userId, email: mail, name: "Ana Soto" };
  await withTx(scene.contextOf(owner.id), (tx) => addMember(tx, owner.id, person, { role }));
  const by = visitor(dashboard.app);
  by.cookies.set("connect", cookie);
  return by;
}

async function preview(): Promise<string> {
  const answer = await scene.call("dte.previsualizar", invoice(), { key: owner.key, connection });
  return String(answer.body.data?.["previewRef"]);
}

const emit = (previewRef: string, key: string) =>
  scene.call("dte.emitir", { previewRef }, { key, connection });

const list = (): string => `/dashboard/${owner.id}/confirmaciones`;

test("a person confirms what somebody else asks to emit, and 50 who emit it at once emit it once", async () => {
  const previewRef = await preview();
  const asked = await emit(previewRef, colleague);
  expect(asked.status).toBe(428);
  const url = new URL(String(asked.body.error?.details?.["url"]));
  expect(url.origin).toBe(scene.settings.BASE_URL);
  const page = url.pathname;
  expect(page).toBe(`${list()}/${previewRef}`);

  // The link is of no use without the sign-in, and shows nothing to who may not issue but the document.
  expect((await visitor(dashboard.app).get(page)).location).toContain("/login");
  const seen = (await member.get(page)).text;
  expect(seen).toContain("Factura electrónica");
  expect(seen).not.toContain("Confirmar la emisión");
  expect((await boss.get(list())).text).toContain("espera a una persona");

  const confirm = `${page}/confirmar`;
  const edited = await boss.submit(page, confirm, { visto: "otro" });
  expect(edited.status).toBe(409);
  expect((await emit(previewRef, colleague)).status).toBe(428);
  expect((await boss.submit(page, confirm)).location).toBe(`${page}?nota=confirmada`);
  expect((await boss.get(page)).text).toContain("Lo confirmó Ana Soto");

  const all = await Promise.all(Array.from({ length: 50 }, () => emit(previewRef, colleague)));
  const done = all.filter(({ status }) => status === 200);
  expect(done).toHaveLength(1);
  expect(await scene.log()).toMatchObject({ emitted: 1 });
  expect((await boss.get(page)).text).toContain(String(done[0]?.body.data?.["operacionId"]));
  expect((await boss.get(list())).text).toContain("Nada espera");

  // The same again within a day is told of.
  const twin = (await boss.get(`${list()}/${await preview()}`)).text;
  expect(twin).toContain("En las últimas 24 horas hubo otro igual");
}, 90_000);

test("what a person rejected nobody emits, its maker neither; after 15 minutes it is over", async () => {
  const previewRef = await preview();
  const page = `${list()}/${previewRef}`;
  const seal = hiddenOf((await boss.get(page)).text, `${page}/confirmar`);
  expect((await boss.submit(page, `${page}/rechazar`)).location).toBe(`${page}?nota=rechazada`);
  for (const key of [owner.key, colleague]) {
    const { status, body } = await emit(previewRef, key);
    expect([status, body.error?.details]).toEqual([403, { reason: "rechazada" }]);
  }
  expect((await boss.post(`${page}/confirmar`, seal)).status).toBe(403);
  const late = await preview();
  scene.advance(15 * 60 + 1);
  expect((await boss.get(`${list()}/${late}`)).text).toContain("Venció");
  expect((await boss.get(`${list()}/prv_00000000000000000000000000`)).status).toBe(404);
  expect((await boss.get(list())).text).toContain("Nada espera");
}, 60_000);

test("who confirms is on record", async () => {
  const rows = await scene.database.owner(
    `select operation, outcome from audit where organization_id = $1 and operation like 'dashboard.%' order by at`,
    [owner.id],
  );
  expect(rows.map(({ operation, outcome }) => `${String(operation)} ${String(outcome)}`)).toEqual([
    "dashboard.confirm_preparation refused",
    "dashboard.confirm_preparation ok",
    "dashboard.reject_preparation ok",
    "dashboard.confirm_preparation forbidden",
  ]);
});
