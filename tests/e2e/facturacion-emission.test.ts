import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, periodoOf, todayInSantiago } from "#lib/chile/index.ts";
import type { Answered } from "#tests/support/scenes/api.ts";
import {
  facturacionLane,
  invoice,
  type FacturacionLane,
  type IssuerCaller,
} from "#tests/support/scenes/facturacion-lane.ts";
import { facturacionLogin } from "#tests/support/scenes/facturacion-login.ts";
import { expectRefusal } from "#tests/support/refusal.ts";

let lane: FacturacionLane;
let issuer: IssuerCaller;
beforeAll(async () => {
  lane = await facturacionLane();
});
afterAll(() => lane?.close());
beforeEach(async () => {
  await lane.beginAnew();
  issuer = await lane.issuer();
});

const dataOf = ({ body, status }: Answered): Record<string, unknown> => {
  expect([status, body.error ?? null]).toEqual([200, null]);
  return body.data ?? {};
};

async function preview(document: object): Promise<string> {
  return String(dataOf(await lane.call("documento.previsualizar", document, issuer))["previewRef"]);
}

/** An issued document with a unique amount. */
async function issued(amount: number, more: object = {}) {
  const previewRef = await preview(invoice(amount, more));
  return dataOf(await lane.call("documento.emitir", { previewRef }, issuer));
}

/** What was issued through the system, as it has it. */
async function ours() {
  const rows = await lane.truth("documentos");
  return rows.filter(({ lado, folio }) => lado === "emitidos" && Number(folio) < 1_000_000);
}

const operationOf = async (id: unknown) => {
  const headers = { authorization: `Bearer ${issuer.key}` };
  const answer = await lane.app.request(`/v1/operations/${String(id)}`, { headers });
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
};

test("a preview is what the system would issue, and issues nothing", async () => {
  const data = dataOf(await lane.call("documento.previsualizar", invoice(1_000), issuer));
  expect(data).toMatchObject({
    documento: { kind: "documento", tipoDte: 33, receptorRut: "76177907-9", anula: null },
    totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
    advertencias: [],
    requiereConfirmacion: false,
  });
  expect(await lane.log()).toMatchObject({ previews: 1, sends: 0, emitted: 0 });
});

test("an emission is the document that the system has, under our operation's id", async () => {
  const data = await issued(2_000);
  const [row, ...others] = await ours();
  expect(others).toEqual([]);
  expect(data).toMatchObject({
    estado: "emitido",
    tipoDte: 33,
    folio: 7001,
    totales: { neto: 2_000, iva: 380, exento: 0, total: 2_380 },
    estadoAutoridad: "pendiente",
    prueba: "respuesta",
    trackId: row?.["trackId"],
  });
  expect(row).toMatchObject({ folio: 7001, total: 2_380, referencia: data["operacionId"] });
  expect(await lane.log()).toMatchObject({ sends: 1, emitted: 1 });
});

test("what was issued is listed without a sync, and the authority's verdict arrives automatically", async () => {
  const { operacionId, folio } = await issued(3_000);
  const periodo = periodoOf(lane.clock.now());
  const list = async () => {
    const input = { periodo, lado: "emitidos", tipoDte: 33 };
    return dataOf(await lane.call("documentos.consultar", input, issuer))["documentos"];
  };
  expect(await list()).toMatchObject([{ folio, estado: "emitido", montoTotal: 3_570 }]);
  expect(await operationOf(operacionId)).toMatchObject({ estadoAutoridad: "pendiente" });
  // The first reading, after a minute, is too early; the authority answers after two.
  for (const seconds of [61, 60, 200]) {
    lane.advance(seconds);
    await lane.housekeeping();
  }
  expect(await list()).toMatchObject([{ folio, estado: "aceptado" }]);
  expect(await operationOf(operacionId)).toMatchObject({
    state: "done",
    folio,
    estadoAutoridad: "aceptado",
  });
  // Its final verdict is known, so nobody asks any more.
  const [kept] = await lane.database.owner(
    "select visit_at from document_acceptances where operation_id = $1",
    [operacionId],
  );
  expect(kept).toEqual({ visit_at: null });
});

test("a rejection after days is reported, and the folio stays used", async () => {
  await lane.set({ aceptacion: { afterSeconds: 5 * 86_400, result: "rechazado" } });
  const { operacionId } = await issued(4_000);
  for (let day = 0; day < 7; day += 1) {
    lane.advance(86_400);
    await lane.housekeeping();
  }
  expect(await operationOf(operacionId)).toMatchObject({
    estadoAutoridad: "rechazado",
    folio: 7001,
  });
  await lane.set({ aceptacion: { afterSeconds: 60, result: "aceptado" } });
  expect(await issued(4_000)).toMatchObject({ folio: 7002 });
});

test.each([
  [34, { neto: 0, exento: 500, iva: 0, total: 500 }, {}],
  [39, { neto: 420, exento: 0, iva: 80, total: 500 }, { receptor: undefined }],
  [41, { neto: 0, exento: 500, iva: 0, total: 500 }, { receptor: undefined }],
])("a document of type %i", async (tipoDte, totales, more) => {
  expect(await issued(500, { tipoDte, ...more })).toMatchObject({ tipoDte, totales });
});

test("the same key gets the same answer, and issues nothing more", async () => {
  const previewRef = await preview(invoice(5_000));
  const keyed = { ...issuer, idempotencyKey: randomUUID() };
  const first = await lane.call("documento.emitir", { previewRef }, keyed);
  const again = await lane.call("documento.emitir", { previewRef }, keyed);
  expect(again.body.data).toEqual(first.body.data);
  expect(again.body.meta).toMatchObject({ idempotency: "replayed" });
  expect(await lane.log()).toMatchObject({ sends: 1, emitted: 1 });
});

describe("what a company still has to do in its system", () => {
  test.each([
    ["no_certificate", "certificado"],
    ["no_folios", "folios"],
    ["no_resolution", "resolucion"],
    ["no_activity", "actividad"],
  ] as const)("%s is named before anything is prepared", async (leadsTo, clave) => {
    const own = await lane.issuer(facturacionLogin(leadsTo));
    const refused = await lane.call("documento.previsualizar", invoice(), own);
    expectRefusal(refused, "connector_onboarding_required");
    expect(refused.body.error?.details).toMatchObject({ missing: [{ clave }] });
  });

  const onboarding = "connector_onboarding_required";
  const readiness = [
    ["certificate_expired", onboarding, [{ clave: "certificado", vence: "2020-12-31" }]],
    ["no_folios", onboarding, [{ clave: "folios" }]],
    ["plan_exhausted", "connector_plan_limit", undefined],
  ] as const;

  test.each(readiness)("%s, met once, prepares nothing", async (kind, code, missing) => {
    await lane.fault(kind, { times: 1 });
    const refused = await lane.call("documento.previsualizar", invoice(), issuer);
    expectRefusal(refused, code);
    if (missing !== undefined) expect(refused.body.error?.details).toMatchObject({ missing });
    expect(await lane.log()).toMatchObject({ previews: 0 });
  });

  test.each(readiness)("%s since the preview frees the key", async (kind, code, missing) => {
    const previewRef = await preview(invoice(6_000));
    const keyed = { ...issuer, idempotencyKey: randomUUID() };
    await lane.fault(kind, { times: 1 });
    const refused = await lane.call("documento.emitir", { previewRef }, keyed);
    expectRefusal(refused, code);
    if (missing !== undefined) expect(refused.body.error?.details).toMatchObject({ missing });
    expect(await lane.log()).toMatchObject({ sends: 0 });
    await lane.sandbox.control("DELETE", "/portals/facturacion/faults");
    expect(dataOf(await lane.call("documento.emitir", { previewRef }, keyed))).toMatchObject({
      estado: "emitido",
    });
  });
});

test("warnings are fixed words", async () => {
  await lane.set({ certificadoVence: addDays(todayInSantiago(lane.clock.now()), 10) });
  const long = invoice(1_000, {
    tipoDte: 34,
    receptor: { ...invoice().receptor, giro: "G".repeat(60) },
  });
  const data = dataOf(await lane.call("documento.previsualizar", long, issuer));
  expect(data["advertencias"]).toContain("texto_cortado");
  expect(data["advertencias"]).toContain("certificado_por_vencer");
});

test("a certificate that expires soon is reported for a document of another day too", async () => {
  const today = todayInSantiago(lane.clock.now());
  await lane.set({ certificadoVence: addDays(today, 10) });
  const document = invoice(1_000, { fechaEmision: addDays(today, -28) });
  const { advertencias } = dataOf(await lane.call("documento.previsualizar", document, issuer));
  expect(advertencias).toContain("certificado_por_vencer");
});

test("if the system has another address than the one seen, it is another document", async () => {
  const previewRef = await preview(invoice(7_000));
  await lane.fault("preview_changed");
  const refused = await lane.call("documento.emitir", { previewRef }, issuer);
  expectRefusal(refused, "tributario_preview_changed");
  expect(refused.body.error?.details).toMatchObject({
    fix: { tool_id: "facturacion.documento.previsualizar" },
  });
  expect(await lane.log()).toMatchObject({ sends: 0 });
});

test("what the system refuses is named by our fields", async () => {
  await lane.fault("preview_alert");
  const refused = await lane.call("documento.previsualizar", invoice(), issuer);
  expectRefusal(refused, "tributario_dte_validation_failed");
  expect(refused.body.error?.details).toMatchObject({ issues: [{ path: ["receptor"] }] });
});

describe("a sending", () => {
  const askedDraft = async (previewRef: string, key: string): Promise<Answered> =>
    lane.call("documento.emitir", { previewRef }, { ...issuer, idempotencyKey: key });

  test.each(["clave", "referencia", "ninguna"])(
    "whose answer is lost is found again if the account keeps %s",
    async (idempotencia) => {
      await lane.set({ idempotencia });
      const previewRef = await preview(invoice(8_000));
      await lane.fault("send_lost", { delayMs: 10 });
      const data = dataOf(await askedDraft(previewRef, randomUUID()));
      expect(data).toMatchObject({ estado: "emitido", folio: 7001, prueba: "lista" });
      expect(await lane.log()).toMatchObject({ sends: 1, emitted: 1 });
    },
  );

  test.each(["clave", "referencia", "ninguna"])(
    "that never arrived stays unknown if the account keeps %s, and is never sent again",
    async (idempotencia) => {
      await lane.set({ idempotencia });
      const fechaEmision = todayInSantiago(lane.clock.now());
      const previewRef = await preview(invoice(9_000, { fechaEmision }));
      const key = randomUUID();
      await lane.fault("send_dropped", { delayMs: 10 });
      const first = await askedDraft(previewRef, key);
      expectRefusal(first, "tributario_emission_outcome_unknown");
      expect(first.body.error?.details?.["fix"]).toMatchObject({
        tool_id: "facturacion.documento.emitir",
        idempotency_key: key,
      });
      lane.advance(60);
      expectRefusal(await askedDraft(previewRef, key), "tributario_emission_outcome_unknown");
      const other = await preview(invoice(9_000, { fechaEmision }));
      const alike = await askedDraft(other, randomUUID());
      expect(alike.body.error?.details).toMatchObject({ reason: "look_alike" });
      expect(await lane.log()).toMatchObject({ sends: 1, emitted: 0 });
    },
  );

  test.each(["clave", "referencia", "ninguna"])(
    "that a late list hides is found by the answered id if the account keeps %s",
    async (idempotencia) => {
      await lane.set({ idempotencia });
      const previewRef = await preview(invoice(10_000));
      await lane.fault("issued_list_late", { times: 3 });
      const data = dataOf(await askedDraft(previewRef, randomUUID()));
      expect(data).toMatchObject({ prueba: "respuesta" });
    },
  );

  test("for which the system reports a doubled folio is not refused: it is issued", async () => {
    const previewRef = await preview(invoice(11_000));
    await lane.fault("duplicate_folio");
    const data = dataOf(await askedDraft(previewRef, randomUUID()));
    expect(data).toMatchObject({ estado: "emitido", prueba: "lista" });
    expect(await ours()).toHaveLength(1);
  });

  test("that the system refuses is rejected, with its receipt, and the key keeps that", async () => {
    const previewRef = await preview(invoice(12_000));
    const key = randomUUID();
    await lane.fault("send_rejected");
    for (const _ of [1, 2]) {
      const refused = await askedDraft(previewRef, key);
      expectRefusal(refused, "tributario_emission_rejected");
      expect(refused.body.error?.details).toMatchObject({ reason: "refused_at_send" });
    }
    expect(await lane.log()).toMatchObject({ sends: 1, emitted: 0 });
  });
});

test("without its module nothing is issued", async () => {
  await lane.database.owner("update connections set alcances = '{documentos}' where id = $1", [
    issuer.connection,
  ]);
  expectRefusal(
    await lane.call("documento.previsualizar", invoice(), issuer),
    "alcance_not_enabled",
  );
});
