import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lastDay, periodoOf, previousPeriodo } from "#lib/chile/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
  companyRut,
  invoice,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
  connection = await scene.connect(owner.id);
});
afterAll(() => scene.close());

const caller = () => ({ key: owner.key, connection });

async function emitted(kind: "dte" | "boleta" | "anulacion", input: unknown) {
  const prepared = await scene.call(`${kind}.previsualizar`, input, caller());
  expect(prepared.status, JSON.stringify(prepared.body)).toBe(200);
  const { previewRef } = prepared.body.data as { previewRef: string };
  const answer = await scene.call(`${kind}.emitir`, { previewRef }, caller());
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as { operacionId: string; folio: number; notaCredito?: object };
}

test("a receipt and an invoice are issued, annulled once, and have their PDF", async () => {
  const receipt = await emitted("boleta", {
    lineas: [{ nombre: "Café", cantidad: 2, precioUnitario: 500 }],
  });
  expect(receipt).toMatchObject({
    tipoDte: 39,
    totales: { neto: 840, exento: 0, iva: 160, total: 1_000 },
  });
  const issued = await emitted("dte", invoice(5_000));
  const target = { tipoDte: 33, folio: issued.folio };
  const note = await emitted("anulacion", { ...target, motivo: "Error" });
  expect(note).toMatchObject({
    notaCredito: { tipoDte: 61 },
    documento: { ...target, estado: "anulado" },
  });
  const again = await scene.call("anulacion.previsualizar", target, caller());
  expect(again.body.error?.code).toBe("tributario_anulacion_ya_emitida");
  expect(await scene.log()).toMatchObject({ emitted: 3, annulled: 1 });

  const { operacionId } = issued;
  const pdf = await scene.call("dte_pdf.obtener", { operacionId }, caller());
  const bytes = Buffer.from(String(pdf.body.data?.["contenidoBase64"]), "base64");
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
}, 60_000);

test("one annulment of a document is open at a time, and some documents have none", async () => {
  const { folio } = await emitted("dte", invoice(6_000));
  const target = { tipoDte: 33, folio };
  const first = await scene.call("anulacion.previsualizar", target, caller());
  const { previewRef } = first.body.data as { previewRef: string };
  const second = await scene.call("anulacion.previsualizar", target, caller());
  expect(second.body.error?.code).toBe("tributario_anulacion_en_curso");
  expect(second.body.error?.details).toMatchObject({ previewRef });
  const note = await scene.call("anulacion.emitir", { previewRef }, caller());
  const { notaCredito } = note.body.data as { notaCredito: { tipoDte: number; folio: number } };
  const ofNote = await scene.call("anulacion.previsualizar", notaCredito, caller());
  expect(ofNote.body.error?.code).toBe("tributario_anulacion_no_admitida");
  expect(ofNote.body.error?.details).toMatchObject({ reason: "portal_refused" });
}, 60_000);

test("a document issued here for a month that was read is listed without another sync", async () => {
  const current = periodoOf(scene.clock.now());
  const periodo = previousPeriodo(current);
  const synced = { periodo, alcances: ["dte"], esperarSegundos: 25 };
  await scene.call("conexion.sincronizar", synced, caller());
  const issued = await emitted("dte", { ...invoice(8_000), fechaEmision: lastDay(periodo) });
  const { body } = await scene.call("dte.consultar", { periodo, limit: 500 }, caller());
  const { documentos, cobertura } = body.data as { documentos: object[]; cobertura: object };
  const { folio, operacionId } = issued;
  const own = { tipoDte: 33, folio, emitidoPorServicio: true, operacionId };
  expect(documentos).toContainEqual(expect.objectContaining(own));
  expect(cobertura).toMatchObject({ estado: "completo" });
  const path = `/portals/tributario/truth?resource=dte&periodo=${periodo}&rut=${companyRut}`;
  const truth = await scene.sandbox.control<{ rows: object[] }>("GET", path);
  expect(documentos).toHaveLength(truth.body.rows.length);
}, 60_000);

test("a listed document that was annulled here names its note, without another sync", async () => {
  const { folio } = await emitted("dte", invoice(7_000));
  const periodo = periodoOf(scene.clock.now());
  const synced = { periodo, alcances: ["dte"], esperarSegundos: 25 };
  await scene.call("conexion.sincronizar", synced, caller());
  const listed = async () => {
    const { body } = await scene.call("dte.consultar", { periodo, tipoDte: 33 }, caller());
    const rows = (body.data?.["documentos"] ?? []) as Record<string, unknown>[];
    return rows.find((row) => row["folio"] === folio);
  };
  expect(await listed()).toMatchObject({ emitidoPorServicio: true, anuladoPor: null });
  const { notaCredito } = await emitted("anulacion", { tipoDte: 33, folio });
  expect(await listed()).toMatchObject({ anuladoPor: notaCredito });
}, 60_000);

test("what was not issued here, or not at all, is not annulled", async () => {
  const unknown = await scene.call(
    "anulacion.previsualizar",
    { tipoDte: 33, folio: 599_999 },
    caller(),
  );
  expect(unknown.body.error?.code).toBe("tributario_anulacion_documento_no_encontrado");
  const stranger = await scene.call(
    "anulacion.previsualizar",
    { tipoDte: 39, folio: 41_202 },
    caller(),
  );
  expect(stranger.body.error?.code).toBe("tributario_anulacion_documento_no_encontrado");
}, 30_000);

test("a previewRef is its actor's, its connection's, its kind's, and fifteen minutes old at most", async () => {
  const prepared = await scene.call("dte.previsualizar", invoice(7_000), caller());
  const input = { previewRef: String(prepared.body.data?.["previewRef"]) };
  const { emitted: before } = await scene.log();
  const codeOf = async (tool: string, call: { key: string; connection: string }) =>
    (await scene.call(tool, input, call)).body.error?.code;

  const colleague = await scene.key(owner.id, ["tributario:read", "tributario:write"]);
  expect(await codeOf("dte.emitir", { key: colleague.key, connection })).toBe(
    "tributario_preparation_confirmation_required",
  );
  const other = await scene.connect(owner.id);
  expect(await codeOf("dte.emitir", { key: owner.key, connection: other })).toBe(
    "tributario_preview_token_invalid",
  );
  expect(await codeOf("boleta.emitir", caller())).toBe("tributario_preview_token_invalid");
  const stranger = await scene.organization();
  const theirs = await scene.connect(stranger.id);
  expect(await codeOf("dte.emitir", { key: stranger.key, connection: theirs })).toBe(
    "tributario_preview_token_invalid",
  );
  const idempotencyKey = randomUUID();
  const otherRef = { previewRef: "prv_01k2exampe0000000000000000" };
  scene.advance(15 * 60 + 1);
  expect(await codeOf("dte.emitir", caller())).toBe("tributario_preview_token_expired");
  const absent = await scene.call("dte.emitir", otherRef, { ...caller(), idempotencyKey });
  expect(absent.body.error?.code).toBe("tributario_preview_token_invalid");
  expect(await scene.log()).toMatchObject({ emitted: before });
}, 60_000);

test("one key is one document, however many ask at once, and so is one preview under two keys", async () => {
  const previews: { previewRef: string }[] = [];
  for (const price of [8_000, 9_000, 9_500]) {
    const { body } = await scene.call("dte.previsualizar", invoice(price), caller());
    previews.push({ previewRef: String(body.data?.["previewRef"]) });
  }
  const [first, second, third] = previews;
  const { emitted: before = 0 } = await scene.log();
  const keyed = { ...caller(), idempotencyKey: randomUUID() };
  const same = await Promise.all([
    scene.call("dte.emitir", first, keyed),
    scene.call("dte.emitir", first, keyed),
  ]);
  const folios = same.flatMap(({ body }) => body.data?.["folio"] ?? []);
  expect(new Set(folios).size).toBe(1);
  const conflict = await scene.call("dte.emitir", second, keyed);
  expect(conflict.body.error?.code).toBe("idempotency_conflict");
  const twoKeys = await Promise.all([
    scene.call("dte.emitir", third, caller()),
    scene.call("dte.emitir", third, caller()),
  ]);
  expect(twoKeys.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await scene.log()).toMatchObject({ emitted: before + 2 });
}, 120_000);
