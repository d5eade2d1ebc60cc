import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyReceipt, type ReceiptKey } from "#lib/client/verify-receipt.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
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
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.beginAnew();
  connection = await scene.connect(owner.id);
});

async function preview(input: unknown = invoice()): Promise<string> {
  const answer = await scene.call("dte.previsualizar", input, { key: owner.key, connection });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body.data?.["previewRef"]);
}

test("an invoice is previewed, emitted once, and told again word by word", async () => {
  const previewRef = await preview();
  const idempotencyKey = randomUUID();
  const caller = { key: owner.key, connection, idempotencyKey };
  const first = await scene.call("dte.emitir", { previewRef }, caller);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  expect(first.body.meta["idempotency"]).toBe("stored");
  expect(first.body.data).toMatchObject({
    estado: "emitido",
    tipoDte: 33,
    folio: 500_001,
    totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
  });
  const second = await scene.call("dte.emitir", { previewRef }, caller);
  expect(second.body.data).toEqual(first.body.data);
  expect(second.body.meta["idempotency"]).toBe("replayed");
  expect(second.body.meta["operation_request_id"]).toBe(first.body.meta["operation_request_id"]);
  expect(await scene.log()).toMatchObject({ emitted: 1, sends: 1 });

  const other = await scene.call("dte.emitir", { previewRef }, { key: owner.key, connection });
  expect(other.body.error?.code).toBe("tributario_preview_token_invalid");
  expect(await scene.log()).toMatchObject({ emitted: 1 });

  const keys = await scene.app.request("/.well-known/connect-receipts.json");
  const { keys: published } = (await keys.json()) as { keys: ReceiptKey[] };
  const recibo = String(first.body.data?.["recibo"]);
  expect(await verifyReceipt(recibo, published)).toMatchObject({
    idempotencyKey,
    folio: 500_001,
    resultado: "emitido",
  });
  for (const place of [40, recibo.length >> 1, recibo.length - 3]) {
    const byte = recibo[place] === "A" ? "B" : "A";
    const changed = recibo.slice(0, place) + byte + recibo.slice(place + 1);
    await expect(verifyReceipt(changed, published)).rejects.toThrow("receipt not verified");
  }

  const record = await scene.app.request(`/v1/operations/${idempotencyKey}`, {
    headers: { authorization: `Bearer ${owner.key}` },
  });
  expect(await record.json()).toMatchObject({ data: { state: "done", folio: 500_001 } });
}, 60_000);

test("an emission tells its steps and its proof to its own connection, and to nobody else", async () => {
  const caller = { key: owner.key, connection };
  const previewRef = await preview();
  const first = await scene.call("dte.emitir", { previewRef }, caller);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  const { operacionId, folio, recibo, totales } = first.body.data as Record<string, unknown>;
  const told = await scene.call("dte_emision.consultar", { operacionId }, caller);
  expect(told.body.data).toMatchObject({
    operacionId,
    estado: "emitido",
    kind: "dte",
    tipoDte: 33,
    folio,
    recibo,
    totales,
  });
  const evidence = told.body.data?.["evidencia"] as {
    paso: string;
    en: string;
    folioRespondido: number | null;
    lista: unknown;
  }[];
  expect(evidence.map(({ paso }) => paso)).toEqual([
    "preview",
    "propose",
    "sign",
    "send",
    "answer",
    "issued_list",
  ]);
  expect(evidence.find(({ paso }) => paso === "answer")).toMatchObject({ folioRespondido: folio });
  const times = evidence.map(({ en }) => en);
  expect(times).toEqual(times.toSorted());
  expect(evidence.at(-1)?.lista).toMatchObject({ coinciden: 1, candidatos: 1 });
  // Nothing to settle: the list is not even looked at.
  const settled = await scene.call("emision.reconciliar", { operacionId }, caller);
  expect(settled.body.data).toEqual(told.body.data);

  const elsewhere = { key: owner.key, connection: await scene.connect(owner.id) };
  const stranger = await scene.organization();
  const strangers = { key: stranger.key, connection: await scene.connect(stranger.id) };
  for (const tool of ["dte_emision.consultar", "emision.reconciliar", "dte_pdf.obtener"]) {
    for (const other of [elsewhere, strangers]) {
      const { body } = await scene.call(tool, { operacionId }, other);
      expect([tool, body.error?.code]).toEqual([tool, "tributario_emission_not_found"]);
    }
  }
  const pdf = await scene.call("dte_pdf.obtener", { operacionId }, caller);
  const { logins } = await scene.log();
  const kept = await scene.call("dte_pdf.obtener", { operacionId }, caller);
  expect(kept.body.data).toEqual(pdf.body.data);
  expect(await scene.log()).toMatchObject({ logins, emitted: 1 });
}, 60_000);
