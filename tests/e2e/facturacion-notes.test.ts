import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callerWith, invoice as printed } from "#infra/sandbox/testing/facturacion.ts";
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

async function preview(document: object, kind: "documento" | "nota_credito"): Promise<string> {
  return String(dataOf(await lane.call(`${kind}.previsualizar`, document, issuer))["previewRef"]);
}

/** An issued document with a unique amount. */
async function issued(amount: number) {
  const previewRef = await preview(invoice(amount), "documento");
  return dataOf(await lane.call("documento.emitir", { previewRef }, issuer));
}

/** What was issued through the system, as it has it, in the month of its day. */
async function held({ folio, fechaEmision }: Record<string, unknown>) {
  const rows = await lane.truth("documentos", String(fechaEmision).slice(0, 7));
  return rows.find((row) => row["lado"] === "emitidos" && row["folio"] === folio);
}

/** A note that annuls the document. */
const annulling = (folio: unknown) => ({ tipoDte: 33, folio, codigo: 1, razon: "Anula" });

async function annul(folio: unknown) {
  const previewRef = await preview(annulling(folio), "nota_credito");
  return dataOf(await lane.call("nota_credito.emitir", { previewRef }, issuer));
}

/** The authority answers all that wait. */
async function answered(after: number, result: string): Promise<void> {
  await lane.set({ aceptacion: { afterSeconds: 0, result } });
  lane.advance(after);
  await lane.housekeeping();
}

describe("a credit note", () => {
  test("annuls a document, once", async () => {
    const document = await issued(13_000);
    const { folio } = document;
    const about = { tipoDte: 33, folio, razon: "Anula" };
    const previewRef = await preview({ ...about, codigo: 1 }, "nota_credito");
    const second = await lane.call("nota_credito.previsualizar", { ...about, codigo: 1 }, issuer);
    expectRefusal(second, "tributario_anulacion_en_curso");
    const data = dataOf(await lane.call("nota_credito.emitir", { previewRef }, issuer));
    expect(data).toMatchObject({
      tipoDte: 61,
      folio: 901,
      totales: { neto: 13_000, total: 15_470 },
      documento: { tipoDte: 33, folio },
    });
    expect(await held(document)).toMatchObject({ estado: "anulado" });
    const third = await lane.call("nota_credito.previsualizar", { ...about, codigo: 1 }, issuer);
    expectRefusal(third, "tributario_anulacion_ya_emitida");
    expect(await lane.log()).toMatchObject({ annulled: 1 });
  });

  test("corrects a text or reduces amounts", async () => {
    const { folio } = await issued(14_000);
    const about = { tipoDte: 33, folio, razon: "Corrige" };
    const text = await preview(
      { ...about, codigo: 2, texto: "Dice Uno, debe decir Dos" },
      "nota_credito",
    );
    expect(
      dataOf(await lane.call("nota_credito.emitir", { previewRef: text }, issuer)),
    ).toMatchObject({
      totales: { total: 0 },
    });
    const lineas = [{ nombre: "Descuento", cantidad: 1, precioUnitario: 1_000 }];
    const less = await preview({ ...about, codigo: 3, lineas }, "nota_credito");
    expect(
      dataOf(await lane.call("nota_credito.emitir", { previewRef: less }, issuer)),
    ).toMatchObject({
      totales: { neto: 1_000, total: 1_190 },
    });
    const more = [{ nombre: "Descuento", cantidad: 1, precioUnitario: 14_001 }];
    const refused = await lane.call(
      "nota_credito.previsualizar",
      { ...about, codigo: 3, lineas: more },
      issuer,
    );
    expectRefusal(refused, "tributario_dte_validation_failed");
  });

  test("for a document that nobody read, or that was rejected, is not prepared", async () => {
    const unknown = { tipoDte: 33, folio: 6_999, codigo: 1, razon: "Anula" };
    const refused = await lane.call("nota_credito.previsualizar", unknown, issuer);
    expectRefusal(refused, "tributario_anulacion_documento_no_encontrado");
    await lane.set({ aceptacion: { afterSeconds: 0, result: "rechazado" } });
    const { folio } = await issued(15_000);
    const rejected = await lane.call("nota_credito.previsualizar", { ...unknown, folio }, issuer);
    expectRefusal(rejected, "tributario_anulacion_no_admitida");
  });

  test.each([
    [{ codigo: 2 }, "texto"],
    [{ codigo: 1, texto: "x" }, "texto"],
    [{ codigo: 3 }, "lineas"],
  ])("with %o is refused by its %s", async (more, field) => {
    const asked = { tipoDte: 33, folio: 7001, razon: "Corrige", ...more };
    const refused = await lane.call("nota_credito.previsualizar", asked, issuer);
    expectRefusal(refused, "validation_error");
    expect(refused.body.error?.details).toMatchObject({ issues: [{ path: [field] }] });
  });
});

describe("the notes that correct a document", () => {
  const reducing = (folio: unknown, precioUnitario: number) => ({
    tipoDte: 33,
    folio,
    codigo: 3,
    razon: "Rebaja",
    lineas: [{ nombre: "Rebaja", cantidad: 1, precioUnitario }],
  });
  const asked = (note: object) => lane.call("nota_credito.previsualizar", note, issuer);
  const emitted = (previewRef: string) => lane.call("nota_credito.emitir", { previewRef }, issuer);
  const reduce = async (folio: unknown, amount: number) =>
    dataOf(await emitted(await preview(reducing(folio, amount), "nota_credito")));

  test("come to no more than it together, and may come to all of it", async () => {
    const { folio } = await issued(1_006);
    await reduce(folio, 503);
    const over = await asked(reducing(folio, 504));
    expectRefusal(over, "tributario_dte_validation_failed");
    expect(over.body.error?.details).toMatchObject({ issues: [{ code: "too_large" }] });
    // Of each half the tax is rounded up: a peso more than the document's, and nobody can help it.
    expect(await reduce(folio, 503)).toMatchObject({ totales: { total: 599 } });
    expect(await lane.log()).toMatchObject({ emitted: 3 });
  });

  test("count when one is sent too: two that were previewed side by side do not exceed it", async () => {
    const { folio } = await issued(14_100);
    const both = [9_000, 8_000].map((amount) => preview(reducing(folio, amount), "nota_credito"));
    const [first = "", second = ""] = await Promise.all(both);
    dataOf(await emitted(first));
    expectRefusal(await emitted(second), "tributario_dte_validation_failed");
    expect(await lane.log()).toMatchObject({ sends: 2, emitted: 2 });
  });

  test("leave nothing for an annulment of all of it", async () => {
    const { folio } = await issued(14_200);
    await reduce(folio, 200);
    const refused = await asked(annulling(folio));
    expectRefusal(refused, "tributario_anulacion_no_admitida");
    expect(refused.body.error?.details).toMatchObject({ reason: "ya_rebajado" });
  });

  test("do not count for another document of the receiver, nor once they are rejected", async () => {
    await lane.set({ aceptacion: { afterSeconds: 0, result: "aceptado" } });
    const { folio: other } = await issued(14_300);
    const { folio } = await issued(14_400);
    await reduce(other, 14_300);
    await reduce(folio, 400);
    await lane.set({ aceptacion: { afterSeconds: 0, result: "rechazado" } });
    await reduce(folio, 9_000);
    await lane.set({ aceptacion: { afterSeconds: 0, result: "aceptado" } });
    expectRefusal(await asked(reducing(folio, 14_001)), "tributario_dte_validation_failed");
    expect(await reduce(folio, 14_000)).toMatchObject({ totales: { neto: 14_000 } });
  });
});

test.each([1, 2])(
  "a note with code %i about a document rejected since is not sent",
  async (codigo) => {
    await lane.set({ aceptacion: { afterSeconds: 86_400, result: "aceptado" } });
    const { folio } = await issued(20_000);
    const text = codigo === 2 ? { texto: "Dice Uno, debe decir Dos" } : {};
    const previewRef = await preview({ ...annulling(folio), codigo, ...text }, "nota_credito");
    await lane.set({ aceptacion: { afterSeconds: 0, result: "rechazado" } });
    const refused = await lane.call("nota_credito.emitir", { previewRef }, issuer);
    expectRefusal(refused, "tributario_anulacion_no_admitida");
    expect(await lane.log()).toMatchObject({ sends: 1, emitted: 1 });
  },
);

test("the document that a note annulled is listed as annulled, without another sync", async () => {
  const { folio, fechaEmision } = await issued(22_000);
  const periodo = String(fechaEmision).slice(0, 7);
  const states = async () => {
    const input = { periodo, lado: "emitidos", tipoDte: 33 };
    const { documentos } = dataOf(await lane.call("documentos.consultar", input, issuer));
    return (documentos as Record<string, unknown>[]).map((row) => [row["folio"], row["estado"]]);
  };
  await answered(61, "aceptado");
  expect(await states()).toEqual([[folio, "aceptado"]]);
  await annul(folio);
  expect(await states()).toEqual([[folio, "anulado"]]);
});

describe("an annulment that the authority rejects", () => {
  test("days later leaves its document open for another annulment", async () => {
    const document = await issued(16_000);
    const { folio } = document;
    await answered(61, "aceptado");
    await lane.set({ aceptacion: { afterSeconds: 9 * 86_400, result: "aceptado" } });
    const first = await annul(folio);
    const another = () => lane.call("nota_credito.previsualizar", annulling(folio), issuer);
    expectRefusal(await another(), "tributario_anulacion_ya_emitida");
    await answered(2 * 86_400, "rechazado");
    await lane.set({ aceptacion: { afterSeconds: 60, result: "aceptado" } });
    const second = await annul(folio);
    expect([first["folio"], second["folio"]]).toEqual([901, 902]);
    await answered(61, "aceptado");
    expect(await held(document)).toMatchObject({ estado: "anulado" });
    expectRefusal(await another(), "tributario_anulacion_ya_emitida");
  });

  test("leaves its document listed as it was before", async () => {
    const hour = 3_600;
    await lane.set({ aceptacion: { afterSeconds: hour, result: "reparos" } });
    const { folio, fechaEmision } = await issued(21_000);
    lane.advance(hour / 2);
    await annul(folio);
    const listed = async () => {
      const periodo = String(fechaEmision).slice(0, 7);
      const input = { periodo, lado: "emitidos", tipoDte: 33 };
      return dataOf(await lane.call("documentos.consultar", input, issuer))["documentos"];
    };
    // The authority has answered about the document, but not yet about the note: that one is in force.
    lane.advance(hour / 2 + 300);
    await lane.housekeeping();
    expect(await listed()).toMatchObject([{ folio, estado: "anulado" }]);
    await lane.set({ aceptacion: { afterSeconds: hour, result: "rechazado" } });
    lane.advance(hour);
    await lane.housekeeping();
    expect(await listed()).toMatchObject([{ folio, estado: "reparos" }]);
  });

  test("at once does so too, and its own key keeps its answer", async () => {
    const { folio } = await issued(17_000);
    await answered(61, "aceptado");
    await lane.set({ aceptacion: { afterSeconds: 0, result: "rechazado" } });
    const previewRef = await preview(annulling(folio), "nota_credito");
    const keyed = { ...issuer, idempotencyKey: randomUUID() };
    const told = dataOf(await lane.call("nota_credito.emitir", { previewRef }, keyed));
    expect(told).toMatchObject({ estado: "emitido", estadoAutoridad: "rechazado" });
    expect(await annul(folio)).toMatchObject({ folio: 902 });
    expect(dataOf(await lane.call("nota_credito.emitir", { previewRef }, keyed))).toEqual(told);
  });
});

test("a refusal proves nothing if a document has the operation's reference, whatever it looks like", async () => {
  const previewRef = await preview(invoice(18_000), "documento");
  lane.hold();
  const asked = lane.call("documento.emitir", { previewRef }, issuer);
  const queued = async () => {
    const text = "select id from operations where connection_id = $1 and state = 'queued'";
    return (await lane.database.owner(text, [issuer.connection])).map(({ id }) => String(id));
  };
  await expect.poll(queued).toHaveLength(1);
  const [referencia] = await queued();
  const { fecha_emision: _day, ...today } = printed;
  const byHand = callerWith(lane.sandbox, facturacionLogin().apiKey);
  expect((await byHand.post("/documentos", { ...today, referencia })).status).toBe(202);
  await lane.fault("send_rejected");
  await lane.work();
  expectRefusal(await asked, "tributario_emission_outcome_unknown");
});
