import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { maintainAuditPartitions } from "#lib/audit/index.ts";
import { Fecha, startOfDay, todayInSantiago } from "#lib/chile/index.ts";
import type { ListedReceipt } from "#lib/contract/index.ts";
import {
  feeLane,
  feeReceipt,
  type FeeCaller,
  type FeeLane,
} from "#tests/support/scenes/fee-lane.ts";
import { anyReceipt } from "#tests/support/planted/issuer.ts";
import { setPolicy } from "../fee-receipts/policy/change-policy.ts";

let lane: FeeLane;
let owner: FeeCaller & { id: string };
let solicitudId: string;
let year = 2027;
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  // A clock only goes forward.
  year += 2;
  await moveTo("08-20");
  Object.assign(lane.portal, { receipts: [], sends: 0, fate: "accepts", ceiling: 100_000_000 });
  owner = await lane.issuer();
  const asked = { ...feeReceipt("OC-1"), fecha: todayInSantiago(lane.clock.now()) };
  const { body } = await lane.call("honorarios.solicitar", asked, owner);
  expect(body.data, JSON.stringify(body)).toMatchObject({ state: "issued" });
  solicitudId = String(body.data?.["solicitudId"]);
});

/** Ten in the morning of that day of the test's own year, or of the next one. */
async function moveTo(day: string, later = 0): Promise<void> {
  const date = Fecha.parse(`${year + later}-${day}`);
  lane.clock.moveTo(new Date(startOfDay(date).getTime() + 10 * 3_600_000));
  await maintainAuditPartitions({ ...lane.deps, db: lane.database.keeper });
}

/** How the portal lists the receipt from now on. */
function show(estado: ListedReceipt["estado"]): void {
  for (const receipt of lane.portal.receipts) receipt.estado = estado;
}

/** A sync of the connection has read the receipts in the portal. */
async function bringBySync(): Promise<void> {
  for (const { folio, codigoBarras, fecha, rutReceptor, bruto, estado } of lane.portal.receipts) {
    const amounts = { bruto, retencionEmisor: null, retencionReceptor: 0, liquido: bruto };
    const row = { folio, codigoBarras, fecha, rutContraparte: rutReceptor, estado, ...amounts };
    const key = `emitidas|${codigoBarras}`;
    const values = [key, fecha.slice(0, 7), JSON.stringify(row), lane.clock.now()];
    await lane.database.owner(
      `insert into records (organization_id, connection_id, dataset, id, periodo, sort_key, payload, read_at)
       select organization_id, id, 'tributario.boletas', $2, $3, $2, $4, $5 from connections where id = $1`,
      [owner.connection, ...values],
    );
  }
}

const byFolio = { solicitudId: undefined, folio: 500_001 };
const annul = (more: object = {}, caller: FeeCaller = owner) =>
  lane.call("honorarios_anulacion.solicitar", { solicitudId, causa: 3, ...more }, caller);
const annulOnDay11 = async (): Promise<unknown> => {
  await moveTo("09-11");
  return (await annul()).body.data?.["solicitudId"];
};
const preview = (caller: FeeCaller = owner, more = {}) =>
  lane.call("honorarios_anulacion.previsualizar", { solicitudId, causa: 3, ...more }, caller);
const found = async (id: unknown, caller: FeeCaller = owner) => {
  const { body } = await lane.call("honorarios.consultar", { solicitudId: id }, caller);
  return ((body.data?.["solicitudes"] ?? []) as Record<string, unknown>[])[0];
};
const reconcile = (id: unknown) => lane.call("honorarios.reconciliar", { solicitudId: id }, owner);

test("a connection that the policy excludes annuls nothing either", async () => {
  const conexiones = [await lane.connection(owner.id, "tributario")];
  await setPolicy(lane.contextOf(owner.id), { ...anyReceipt, conexiones });
  const limits = [{ limite: "emisor", maximo: null, recibido: owner.connection }];
  for (const { body } of [await preview(), await annul()]) {
    expect(body.error).toMatchObject({ code: "honorarios_policy_denied", details: { limits } });
  }
  expect(lane.portal.receipts).toMatchObject([{ estado: "VIGENTE" }]);
});

test("until day 10 of the next month it annuls at once, and the marked PDF is fetched", async () => {
  await moveTo("09-10");
  expect((await preview()).body.data).toMatchObject({
    folio: 500_001,
    modo: "inmediata",
    plazoHasta: `${year}-09-10`,
    advertencias: [],
  });
  const { body } = await annul();
  expect(body.data).toMatchObject({ state: "annulled", modo: "inmediata", plazoHasta: null });
  const issued = { state: "issued", documentVersion: 1, documentoDisponible: false };
  const anulacion = { solicitudId: body.data?.["solicitudId"], state: "annulled" };
  expect(await found(solicitudId)).toMatchObject({ ...issued, anulacion });
  lane.advance(30);
  await lane.housekeeping();
  const told = await lane.events(owner.id);
  expect(told.map(({ type, data }) => [type.split(".")[2], data["document_version"]])).toEqual([
    ["issued", 1],
    ["document_available", 2],
  ]);
  expect(await found(solicitudId)).toMatchObject({ documentVersion: 2, documentoDisponible: true });
});

test("by another maker it names its receipt, and its own id to nobody but them", async () => {
  const { key } = await lane.key(owner.id, ["tributario:read", "tributario:write"]);
  const other = { ...owner, key };
  await bringBySync();
  const { body } = await annul(byFolio, other);
  expect(body.data, JSON.stringify(body)).toMatchObject({ state: "annulled" });
  expect(await found(solicitudId)).toMatchObject({
    anulacion: { solicitudId: null, state: "annulled" },
  });
});

test("annulled by its folio, the PDF from its own request is the marked one", async () => {
  const paper = async () => {
    const { body } = await lane.call("honorarios_documento.obtener", { solicitudId }, owner);
    const text = Buffer.from(String(body.data?.["contenidoBase64"]), "base64").toString();
    return { text, version: body.data?.["documentVersion"] };
  };
  expect(await paper()).toEqual({ text: "%PDF-1.4 500001", version: 1 });
  await bringBySync();
  const { body } = await annul(byFolio);
  expect(body.data, JSON.stringify(body)).toMatchObject({ state: "annulled" });
  expect(await found(solicitudId)).toMatchObject({ state: "issued", documentVersion: 1 });
  expect(await paper()).toEqual({ text: "%PDF-1.4 500001 ANULADA", version: 2 });
});

test("from day 11 on it waits for its receiver, whose answer is read daily", async () => {
  await moveTo("09-11");
  expect((await preview()).body.data).toMatchObject({
    modo: "con_receptor",
    plazoHasta: `${year + 1}-03-01`,
    advertencias: ["retencion_sigue_vigente"],
  });
  const { body } = await annul();
  const id = body.data?.["solicitudId"];
  expect(body.data).toMatchObject({ state: "awaiting_receiver", plazoHasta: `${year + 1}-03-01` });
  show("ANULADA");
  await lane.housekeeping();
  expect(await found(id)).toMatchObject({ state: "awaiting_receiver" });
  lane.advance(86_400);
  await lane.housekeeping();
  expect(await found(id)).toMatchObject({ state: "annulled" });
});

test("nothing is read for an organization that is to be deleted, until that is cancelled", async () => {
  const id = await annulOnDay11();
  show("ANULADA");
  lane.advance(86_400);
  const deletesAt = new Date(lane.clock.now().getTime() + 29 * 86_400_000);
  const looksWhile = async (at: Date | null) => {
    const change = "update organizations set deletes_at = $2 where id = $1";
    await lane.database.owner(change, [owner.id, at]);
    await lane.housekeeping();
    const looks = "select 1 from sync_jobs where organization_id = $1 and kind = 'reconcile'";
    return (await lane.database.owner(looks, [owner.id])).length;
  };
  expect(await looksWhile(deletesAt)).toBe(0);
  expect(await looksWhile(null)).toBe(1);
  expect(await found(id)).toMatchObject({ state: "annulled" });
});

test("a receiver's refusal leaves the receipt in force, and it may be requested again", async () => {
  const id = await annulOnDay11();
  show("VIGENTE");
  expect((await reconcile(id)).body.data).toMatchObject({ state: "refused_by_receiver" });
  expect((await annul()).body.data).toMatchObject({ state: "awaiting_receiver" });
  expect(lane.portal.sends).toBe(3);
});

test("while it waits for its receiver it is a conflict by folio too, requested by us or not", async () => {
  const conflict = { error: { code: "honorarios_annulment_conflict" } };
  const id = await annulOnDay11();
  show("VIGENTE_ANULACION_PENDIENTE");
  await bringBySync();
  expect((await annul(byFolio)).body).toMatchObject(conflict);
  const ours = "update fee_receipt_requests set folio = $2 where id = $1";
  await lane.database.owner(ours, [id, null]);
  expect((await preview(owner, byFolio)).body).toMatchObject(conflict);
  await lane.database.owner(ours, [id, 500_001]);
  show("VIGENTE");
  await reconcile(id);
  expect((await preview(owner, byFolio)).body.data).toMatchObject({ folio: 500_001 });
});

test("lapses if the receiver has not answered by 1 March", async () => {
  const id = await annulOnDay11();
  await moveTo("03-01", 1);
  expect((await reconcile(id)).body.data).toMatchObject({ state: "awaiting_receiver" });
  await moveTo("03-02", 1);
  expect((await reconcile(id)).body.data).toMatchObject({ state: "awaiting_receiver" });
  show("VIGENTE");
  expect((await reconcile(id)).body.data).toMatchObject({ state: "lapsed" });
});

test("an answer that the portal shows after 1 March counts, and for a week it is waited for", async () => {
  const id = await annulOnDay11();
  await moveTo("03-08", 1);
  expect((await reconcile(id)).body.data).toMatchObject({ state: "awaiting_receiver" });
  show("ANULADA");
  expect((await reconcile(id)).body.data).toMatchObject({ state: "annulled" });
});

test("one that the portal leaves waiting for ever lapses a week after 1 March", async () => {
  const id = await annulOnDay11();
  await moveTo("03-09", 1);
  expect((await reconcile(id)).body.data).toMatchObject({ state: "lapsed" });
});

test("nobody can annul it after 1 March, nor above the portal's greatest amount", async () => {
  lane.portal.ceiling = 1;
  const denied = (limit: object) => ({
    code: "honorarios_policy_denied",
    details: { limits: [limit] },
  });
  const most = { limite: "monto_anulacion", maximo: 1, recibido: 500_000 };
  expect((await preview()).body.error).toMatchObject(denied(most));
  const { body } = await annul();
  expect(await found(body.data?.["solicitudId"])).toMatchObject({
    state: "rejected",
    motivo: "monto_anulacion",
    seEnvio: false,
  });
  await moveTo("03-01", 1);
  lane.portal.ceiling = 100_000_000;
  expect((await preview()).body.data).toMatchObject({ modo: "con_receptor" });
  await moveTo("03-02", 1);
  const late = {
    limite: "plazo_anulacion",
    maximo: `${year + 1}-03-01`,
    recibido: `${year + 1}-03-02`,
  };
  expect((await preview()).body.error).toMatchObject(denied(late));
  expect((await annul()).body.error).toMatchObject(denied(late));
});

test("of two at once one is made, and the other is told of it", async () => {
  lane.hold();
  const answers = await Promise.all([annul(), annul()]);
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
  expect(won?.status).toBe(200);
  expect(lost?.body.error).toMatchObject({
    code: "honorarios_annulment_conflict",
    details: { solicitudId: won?.body.data?.["solicitudId"] },
  });
  await lane.work();
});

test("without an answer it is inconclusive until the receipt itself shows it", async () => {
  lane.portal.fate = "drops";
  const idempotencyKey = randomUUID();
  const id = (await annul({}, { ...owner, idempotencyKey })).body.data?.["solicitudId"];
  expect(await found(id)).toMatchObject({ state: "inconclusive", seEnvio: true });
  expect((await annul()).body.error?.code).toBe("honorarios_annulment_conflict");
  show("ANULADA");
  expect((await reconcile(id)).body.data).toMatchObject({ state: "annulled" });
  const again = await annul({}, { ...owner, idempotencyKey });
  expect(again.body.data).toMatchObject({ solicitudId: id, state: "annulled" });
  expect(lane.portal.sends).toBe(2);
});

test("belongs to its maker: another key and a stranger are told that it does not exist", async () => {
  const { key } = await lane.key(owner.id, ["tributario:read", "tributario:write"]);
  for (const caller of [{ ...owner, key }, await lane.issuer()]) {
    expect((await preview(caller)).body.error?.code).toBe("honorarios_request_not_found");
    expect((await annul({}, caller)).body.error?.code).toBe("honorarios_request_not_found");
  }
});

test("the receipt is named once: by its request or by its folio", async () => {
  expect((await annul({ folio: 500_001 })).body.error?.code).toBe("validation_error");
  expect((await annul(byFolio)).body.error?.code).toBe("honorarios_request_not_found");
});

test("one confirmed on day 10 that reaches the portal on day 11 waits for its receiver", async () => {
  lane.clock.moveTo(new Date(startOfDay(Fecha.parse(`${year}-09-11`)).getTime() - 30_000));
  const { today } = lane.portal;
  let confirmations = 0;
  lane.portal.today = () => {
    const day = today();
    if (confirmations++ === 0) lane.advance(60);
    return day;
  };
  const { body } = await annul();
  lane.portal.today = today;
  const waits = { state: "awaiting_receiver", plazoHasta: `${year + 1}-03-01` };
  expect(body.data, JSON.stringify(body)).toMatchObject({ ...waits, modo: "con_receptor" });
  const id = body.data?.["solicitudId"];
  show("VIGENTE");
  await moveTo("03-02", 1);
  expect((await reconcile(id)).body.data).toMatchObject({ state: "lapsed" });
});
