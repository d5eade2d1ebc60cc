import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answered } from "#tests/support/api.ts";
import {
  facturacionLane,
  invoice,
  type FacturacionLane,
  type IssuerCaller,
} from "#tests/support/facturacion-lane.ts";
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

/** A document of its own amount, issued. */
async function issued(amount: number) {
  const previewRef = await preview(invoice(amount), "documento");
  return dataOf(await lane.call("documento.emitir", { previewRef }, issuer));
}

/** What the system holds of what was issued through it. */
async function ours() {
  const rows = await lane.truth("documentos");
  return rows.filter(({ lado, folio }) => lado === "emitidos" && Number(folio) < 1_000_000);
}

describe("a credit note", () => {
  test("annuls a document, once", async () => {
    const { folio } = await issued(13_000);
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
    const annulled = (await ours()).find((row) => row["folio"] === folio);
    expect(annulled).toMatchObject({ estado: "anulado" });
    const third = await lane.call("nota_credito.previsualizar", { ...about, codigo: 1 }, issuer);
    expectRefusal(third, "tributario_anulacion_ya_emitida");
    expect(await lane.log()).toMatchObject({ annulled: 1 });
  });

  test("corrects a text or takes amounts off", async () => {
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

  test("of a document that nobody read is not prepared; nor of one that was rejected", async () => {
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
