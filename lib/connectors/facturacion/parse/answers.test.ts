import { describe, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import account from "../fixtures/cuenta.json" with { type: "json" };
import document from "../fixtures/documento.json" with { type: "json" };
import range from "../fixtures/folios.json" with { type: "json" };
import { parseAccount } from "./account.ts";
import { ownRut, parseDocument } from "./documents.ts";
import { parseWholeDocument } from "./issued.ts";
import { parseRange } from "./folios.ts";
import { parseProblem } from "./problem.ts";

describe("a document", () => {
  test("is read in whole pesos and by its day in Santiago", () => {
    expect(parseDocument(document)).toEqual({
      id: "8b1d6a52-5f0e-4c57-9a53-0f6a2f4c9d11",
      lado: "emitidos",
      tipoDte: 33,
      folio: 7001,
      fechaEmision: "2026-11-20",
      rutEmisor: "76555835-2",
      rutReceptor: "77879240-0",
      razonSocial: "Servicios Íñigo Peña E.I.R.L.",
      montoNeto: 3001,
      montoExento: 700,
      montoIva: 570,
      montoTotal: 4271,
      display: "$4.271",
      estado: "reparos",
      estadoAutoridadEn: "2026-11-21T02:32:00.000Z",
      trackId: "1c0a4b1e-3f3a-4f83-8c4a-5f6b7e2d9a10",
      glosaAutoridad: "GIRO NO COINCIDE",
      referencia: null,
      pdfDisponible: true,
    });
  });

  test("that was received belongs to its receiver, and shows its issuer's name", () => {
    const received = parseDocument({
      ...document,
      lado: "recibidos",
      emisor: document.receptor,
      receptor: document.emisor,
    });
    if (received === null) throw new Error("not read");
    expect(received.razonSocial).toBe("Servicios Íñigo Peña E.I.R.L.");
    expect(ownRut(received)).toBe("76555835-2");
  });

  test.each([
    ["other taxes", "5271.00", 5_271],
    ["its tax withheld by the buyer", "3701.00", 3_701],
  ])("with %s keeps the total that is printed", (_, total, montoTotal) => {
    const printed = { ...document, montos: { ...document.montos, total } };
    expect(parseDocument(printed)).toMatchObject({ montoNeto: 3_001, montoIva: 570, montoTotal });
  });

  test.each([
    ["centavos in pesos", { montos: { ...document.montos, neto: "3001.50" } }],
    ["a number for money", { montos: { ...document.montos, neto: 3001 } }],
    ["another currency", { moneda: "USD" }],
    ["an unknown state", { estado: "perdido" }],
    ["a wrong RUT", { emisor: { ...document.emisor, rut: "76555835-3" } }],
    ["an instant without its offset", { fecha_emision: "2026-11-20T23:30:00" }],
  ])("with %s is not read", (_, more) => {
    expect(parseDocument({ ...document, ...more })).toBeNull();
  });
});

describe("a range of folios", () => {
  test("has its days in Santiago, and what is left of it", () => {
    expect(parseRange(range)).toEqual({
      tipoDte: 33,
      desde: 7001,
      hasta: 7640,
      siguiente: 7002,
      disponibles: 639,
      fechaAutorizacion: "2026-10-12",
      fechaVencimiento: "2027-04-10",
      estado: "vigente",
      vigente: true,
    });
  });

  test("that has expired has nothing left to use", () => {
    const expired = { ...range, estado: "vencido", siguiente: null };
    expect(parseRange(expired)).toMatchObject({ disponibles: 0, vigente: false, siguiente: null });
  });
});

describe("an account", () => {
  test("says whose it is, what its plan has left and how it recognises a repeated request", () => {
    expect(parseAccount(account)).toEqual({
      rut: "76555835-2",
      razonSocial: "Comercial Ñuble Ltda.",
      missing: [],
      certificadoVence: "2027-12-31",
      tiposConFolios: [33, 61],
      documentosRestantes: 5000,
      idempotencia: "clave",
    });
  });

  test("names what it lacks, and an expired certificate with its last day", () => {
    const pasos = account.puesta_en_marcha.pasos.map((paso) =>
      paso.paso === "certificado"
        ? { ...paso, listo: false, vence_en: "2020-12-31T23:59:59-03:00" }
        : { ...paso, listo: paso.paso !== "resolucion" },
    );
    const { missing } = parseAccount({ ...account, puesta_en_marcha: { pasos } });
    expect(missing).toEqual([
      { clave: "certificado", vence: "2020-12-31" },
      { clave: "resolucion" },
    ]);
  });

  test("that omits a step lacks it; an unknown step is another shape", () => {
    const [, ...pasos] = account.puesta_en_marcha.pasos;
    const without = parseAccount({ ...account, puesta_en_marcha: { pasos } });
    expect(without.missing).toEqual([{ clave: "certificado" }]);
    const odd = { ...account, puesta_en_marcha: { pasos: [{ paso: "otro", listo: true }] } };
    expect(() => parseAccount(odd)).toThrow(AppError);
  });
});

test("a problem is recognised by the end of its type, and anything else is no problem", () => {
  const errores = [{ campo: "receptor", mensaje: "es obligatorio" }];
  expect(parseProblem({ type: "/problemas/documento-no-valido", errores, status: 422 })).toEqual({
    kind: "documento-no-valido",
    errores,
    faltan: [],
  });
  for (const other of [null, "x", {}, { type: "about:blank" }, { type: "/problemas/<b>" }]) {
    expect(parseProblem(other)).toBeNull();
  }
});

test.each(["aceptado", "reparos"])(
  "the authority's answer, %s, is kept for a document annulled since",
  (estado) => {
    const autoridad = { ...document.autoridad, estado };
    const receptor = { ...document.receptor, giro: null, direccion: null, comuna: null };
    const whole = { ...document, receptor: { ...receptor, ciudad: null }, referencias: [] };
    expect(parseWholeDocument({ ...whole, estado: "anulado", autoridad })).toMatchObject({
      isAnnulled: true,
      acceptance: { state: estado },
    });
  },
);

test.each(["0001-01-01T00:00:00Z", "9999-12-31T23:59:59-03:00", "0000-01-01T00:00:00+14:00"])(
  "a row with %s for a day is one that cannot be read, and fails no other",
  (placeholder) => {
    expect(parseDocument({ ...document, fecha_emision: placeholder })).toBeNull();
    expect(parseRange({ ...range, autorizado_en: placeholder })).toBeNull();
  },
);
