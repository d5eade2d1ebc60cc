import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyReceipt, type ReceiptKey } from "#lib/client/verify-receipt.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { newMember, signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import {
  invoice,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";
import { hiddenOf, visitor, type Visitor } from "#tests/support/scenes/visitor.ts";

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
  const served = { api: scene, dashboard };
  return signedInAs(dashboard, await newMember(served, owner.id, { mail, role }));
}

async function preview(precio?: number): Promise<string> {
  const answer = await scene.call("dte.previsualizar", invoice(precio), {
    key: owner.key,
    connection,
  });
  return String(answer.body.data?.["previewRef"]);
}

const emit = (previewRef: string, key: string) =>
  scene.call("dte.emitir", { previewRef }, { key, connection });

const list = (): string => `/dashboard/${owner.id}/confirmaciones`;

test("a person confirms what somebody else asked to emit, and 50 simultaneous emissions emit it once", async () => {
  const previewRef = await preview();
  const asked = await emit(previewRef, colleague);
  expect(asked.status).toBe(428);
  const url = new URL(String(asked.body.error?.details?.["url"]));
  expect(url.origin).toBe(scene.settings.BASE_URL);
  const page = url.pathname;
  expect(page).toBe(`${list()}/${previewRef}`);

  // The link is useless without the sign-in, and shows people who may not issue only the document.
  expect((await visitor(dashboard.app).get(page)).location).toContain("/login");
  const seen = (await member.get(page)).text;
  expect(seen).toContain("Factura electrónica");
  expect(seen).not.toContain("Confirmar la emisión");
  expect((await boss.get(list())).text).toContain("espera a una persona");

  const confirm = `${page}/confirmar`;
  // Both are shown: the document in the page's form, and the current one.
  const documento = JSON.stringify([["Total", "$9.999"]]);
  const edited = await boss.submit(page, confirm, { visto: "otro", documento });
  expect(edited.status).toBe(409);
  expect(edited.text).toMatch(
    /data-head="Ahora"[^>]*><div>\$1\.190<\/div>[^]*<div>\$9\.999<\/div>/,
  );
  expect((await emit(previewRef, colleague)).status).toBe(428);
  expect((await boss.submit(page, confirm)).location).toBe(`${page}?nota=confirmada`);
  expect((await boss.get(page)).text).toContain("Lo confirmó Ana Soto");

  const all = await Promise.all(Array.from({ length: 50 }, () => emit(previewRef, colleague)));
  const done = all.filter(({ status }) => status === 200);
  expect(done).toHaveLength(1);
  expect(await scene.log()).toMatchObject({ emitted: 1 });
  expect((await boss.get(page)).text).toContain(String(done[0]?.body.data?.["operacionId"]));
  expect((await boss.get(list())).text).toContain("Nada espera");

  // An identical one within a day is pointed out.
  const twin = (await boss.get(`${list()}/${await preview()}`)).text;
  expect(twin).toContain("En las últimas 24 horas hubo otro igual");
}, 90_000);

test("nobody can emit what a person rejected, not even its maker; after 15 minutes it has expired", async () => {
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

test("the person who confirms is recorded", async () => {
  const rows = await scene.database.owner(
    `select operation, outcome from audit where organization_id = $1 and operation like 'dashboard.%' order by at`,
    [owner.id],
  );
  expect(rows.map(({ operation, outcome }) => `${String(operation)} ${String(outcome)}`)).toEqual([
    "dashboard.confirm_preparation refused",
    "dashboard.confirm_preparation ok",
    "dashboard.reject_preparation ok",
    "dashboard.confirm_preparation refused",
  ]);
});

test("a person downloads a document and its receipt, and has the list checked for a lost answer", async () => {
  const emitted = await emit(await preview(2_000), owner.key);
  const page = `/dashboard/${owner.id}/emisiones/${String(emitted.body.data?.["operacionId"])}`;
  const { text } = await member.get(page);
  expect(text).toContain("válida");
  expect(text).toContain("La autoridad respondió el folio");
  expect(text).not.toContain("Mirar la lista");
  const pdf = await member.get(`${page}/documento.pdf`);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(pdf.text).toMatch(/^%PDF-/);
  const linked = await member.get(`${page}/documento.pdf`, { "sec-fetch-site": "cross-site" });
  expect([linked.status, linked.location]).toEqual([303, page]);
  const file = await member.get(`${page}/recibo.json`);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="recibo-oper_/);
  const { recibo, contenido, llaves } = JSON.parse(file.text) as Record<string, string>;
  const published = await scene.app.request(new URL(llaves ?? "").pathname);
  const { keys } = (await published.json()) as { keys: ReceiptKey[] };
  expect(await verifyReceipt(recibo ?? "", keys)).toEqual(contenido);

  const lost = await preview(3_000);
  await scene.fault("send_dropped", { delayMs: 200 });
  const unknown = await emit(lost, owner.key);
  const id = String(unknown.body.error?.details?.["operacionId"]);
  const open = `/dashboard/${owner.id}/emisiones/${id}`;
  expect((await member.get(open)).text).toContain("No la repitas");
  expect((await member.get(`${open}/documento.pdf`)).status).toBe(404);
  expect((await member.get(`${open}/recibo.json`)).status).toBe(404);
  const looked = await member.submit(open, `${open}/reconciliar`);
  expect(looked.location).toBe(`${open}?nota=mirada`);
  expect((await member.get(looked.location ?? "")).text).toContain("Miramos la lista");
  const rows = await scene.database.owner(
    `select operation, outcome from audit where organization_id = $1 and actor_kind = 'member'
     and operation !~ 'confirm|reject' order by at`,
    [owner.id],
  );
  expect(rows.map(({ operation, outcome }) => `${String(operation)} ${String(outcome)}`)).toEqual([
    "tributario.dte_pdf.obtener ok",
    "dashboard.export_receipt ok",
    "tributario.emision.reconciliar ok",
  ]);

  // For a deleted connection the receipt is still there.
  const erased = "update connections set deleted_at = now() where id = $1";
  await scene.database.owner(erased, [connection]);
  const { text: kept } = await member.get(page);
  expect(kept).toContain("válida");
  expect(kept).not.toContain("Descargar el PDF");
  expect((await member.get(`${page}/documento.pdf`)).status).toBe(404);
}, 90_000);
