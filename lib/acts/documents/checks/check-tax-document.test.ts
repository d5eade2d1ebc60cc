import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type { DteDocument, DteLine, DteReference } from "#lib/contract/index.ts";
import { checkTaxDocument } from "./check-tax-document.ts";

const today = Fecha.parse("2026-08-20");
const issuer = { issuerRut: "76555835-2", today };
const receptor = {
  rut: "76177907-9",
  razonSocial: "Viñedos Aguas Frías SpA",
  giro: "Vinos",
  direccion: "Camino Real 100",
  comuna: "Ñuñoa",
  ciudad: "Santiago",
};
const line = (more: Partial<DteLine> = {}): DteLine => ({
  nombre: "Asesoría",
  cantidad: 1,
  precioUnitario: 1_000,
  ...more,
});
const reference = (more: Partial<DteReference> = {}): DteReference => ({
  tipoDoc: 33,
  folio: "12",
  fecha: today,
  codigo: 3,
  ...more,
});

function document(more: Partial<DteDocument> = {}): DteDocument {
  return {
    tipoDte: 33,
    receptor,
    lineas: [line()],
    formaPago: "contado",
    fechaEmision: today,
    referencias: [],
    ...more,
  };
}

/** `field code` for each issue; empty when the document is accepted. */
function refused(more: Partial<DteDocument>, kind: "dte" | "boleta" = "dte"): string[] {
  try {
    checkTaxDocument(kind, document(more), issuer);
    return [];
  } catch (error) {
    const { code, details } = error as AppError;
    expect(code).toBe("tributario_dte_validation_failed");
    const issues = details?.["issues"] as { path: string[]; code: string }[];
    return issues.map((issue) => `${issue.path.join(".")} ${issue.code}`);
  }
}

test("a document that breaks no rule is answered with its totals", () => {
  expect(checkTaxDocument("dte", document(), issuer)).toEqual({
    neto: 1_000,
    exento: 0,
    iva: 190,
    total: 1_190,
  });
});

test("every field that breaks a rule has one entry, all of them at once", () => {
  const wrong = refused({
    tipoDte: 61,
    receptor: { ...receptor, rut: "76123456-7" },
    fechaEmision: Fecha.parse("2026-08-21"),
    referencias: [
      reference({ codigo: undefined }),
      reference({ codigo: 1, fecha: Fecha.parse("2026-09-01") }),
    ],
    lineas: [line({ nombre: "x".repeat(81), unidad: "cajas", precioUnitario: 0 })],
  });
  expect(wrong).toEqual([
    "receptor.rut wrong_format",
    "fechaEmision not_allowed",
    "referencias.0.codigo required",
    "referencias.1.codigo contradiction",
    "referencias.1.fecha contradiction",
    "lineas.0.nombre too_long",
    "lineas.0.unidad too_long",
    "lineas too_small",
  ]);
});

describe("the receiver", () => {
  test.each(["76123456-7", "12345678-9", "hola", ""])("%j is no RUT", (rut) => {
    expect(refused({ receptor: { ...receptor, rut } })).toEqual(["receptor.rut wrong_format"]);
  });
  test("is not the issuer", () => {
    const own = { ...receptor, rut: issuer.issuerRut };
    expect(refused({ receptor: own })).toEqual(["receptor.rut not_allowed"]);
  });
  test.each(["66666666-6", "55555555-5", "76369187-K"])("may be %s", (rut) => {
    expect(refused({ receptor: { ...receptor, rut } })).toEqual([]);
  });
  test("of a receipt may be absent", () => {
    expect(refused({ tipoDte: 39, receptor: null }, "boleta")).toEqual([]);
  });
});

describe("the date", () => {
  test.each([
    ["2026-08-21", ["fechaEmision not_allowed"]],
    ["2026-08-20", []],
    ["2026-07-01", []],
    ["2026-06-30", ["fechaEmision not_allowed"]],
  ])("%s on the 20th of August: %j", (fecha, issues) => {
    expect(refused({ fechaEmision: Fecha.parse(fecha) })).toEqual(issues);
  });
});

describe("the net of an invoice", () => {
  test.each([
    [1, ["lineas too_small"]],
    [2, ["lineas too_small"]],
    [3, []],
  ])("of %i: %j", (precioUnitario, issues) => {
    expect(refused({ lineas: [line({ precioUnitario })] })).toEqual(issues);
  });
  test("counts only lines with IVA, and applies only to type 33", () => {
    const exempt = { lineas: [line({ exento: true })] };
    expect(refused(exempt)).toEqual(["lineas too_small"]);
    expect(refused({ tipoDte: 34, lineas: [line({ precioUnitario: 1 })] })).toEqual([]);
  });
});

describe("references", () => {
  test.each([56, 61])("a note of type %i has one, with its code", (tipoDte) => {
    expect(refused({ tipoDte })).toEqual(["referencias required"]);
    const uncoded = [reference({ codigo: undefined })];
    expect(refused({ tipoDte, referencias: uncoded })).toEqual(["referencias.0.codigo required"]);
    expect(refused({ tipoDte, referencias: [reference()] })).toEqual([]);
  });
  test.each([1, 2] as const)("code %i references exactly one document", (codigo) => {
    expect(refused({ tipoDte: 61, referencias: [reference({ codigo })] })).toEqual([]);
    expect(refused({ tipoDte: 61, referencias: [reference({ codigo }), reference()] })).toEqual([
      "referencias.0.codigo contradiction",
    ]);
  });
  test("an invoice needs none, and has three at most", () => {
    const many = (count: number) =>
      Array.from({ length: count }, () => reference({ codigo: undefined }));
    expect(refused({ referencias: many(3) })).toEqual([]);
    expect(refused({ referencias: many(4) })).toEqual(["referencias too_long"]);
  });
  test("must be older than the document itself", () => {
    const earlier = Fecha.parse("2026-08-10");
    expect(
      refused({ fechaEmision: earlier, referencias: [reference({ codigo: undefined })] }),
    ).toEqual(["referencias.0.fecha contradiction"]);
  });
});

describe("lines", () => {
  test("are one to ten", () => {
    const lines = (count: number) => ({ lineas: Array.from({ length: count }, () => line()) });
    expect(refused(lines(0))).toEqual(["lineas required"]);
    expect(refused(lines(10))).toEqual([]);
    expect(refused(lines(11))).toEqual(["lineas too_long"]);
    expect(refused(lines(5_000))).toEqual(["lineas too_long"]);
  });
  test.each([
    ["nombre", 80],
    ["descripcion", 1_000],
    ["unidad", 4],
  ])("%s allows %i characters", (field, longest) => {
    const text = (length: number) => ({ lineas: [line(), line({ [field]: "Ñ".repeat(length) })] });
    expect(refused(text(longest))).toEqual([]);
    expect(refused(text(longest + 1))).toEqual([`lineas.1.${field} too_long`]);
  });
  test("and their sum must fit into the portal's fields", () => {
    const large = line({ cantidad: 999_999_999, precioUnitario: 1_001 });
    expect(refused({ lineas: [large] })).toEqual(["lineas.0.precioUnitario too_large"]);
    const half = line({ precioUnitario: 600_000_000_000 });
    expect(refused({ tipoDte: 34, lineas: [half, half] })).toEqual(["lineas too_large"]);
  });
  test("of an exempt document are exempt", () => {
    const taxed = { tipoDte: 34, lineas: [line({ exento: false })] };
    expect(refused(taxed)).toEqual(["lineas.0.exento contradiction"]);
  });
  test("must have an amount, except in a note that corrects a text", () => {
    const free = { tipoDte: 61, lineas: [line({ precioUnitario: 0 })] };
    expect(refused({ ...free, referencias: [reference({ codigo: 2 })] })).toEqual([]);
    expect(refused({ ...free, referencias: [reference({ codigo: 3 })] })).toEqual([
      "lineas too_small",
    ]);
    expect(refused({ tipoDte: 52, lineas: [line({ precioUnitario: 0 })] })).toEqual([
      "lineas too_small",
    ]);
    const gift = [line(), line({ descuentoPct: 100 })];
    expect(refused({ lineas: gift })).toEqual([]);
  });
});

test.each([
  ["dte", 110],
  ["dte", 46],
  ["dte", 39],
  ["boleta", 33],
] as const)("a %s of type %i is an unsupported variant", (kind, tipoDte) => {
  const variant = expect.objectContaining({ code: "tributario_dte_variant_not_enabled" });
  expect(() => checkTaxDocument(kind, document({ tipoDte }), issuer)).toThrow(variant);
});

test("any document gets totals, or the one refusal with an entry for each field", () => {
  const amount = fc.double({ min: 0, max: 999_999_999_999, noNaN: true });
  const lines = fc.array(
    fc.record({
      nombre: fc.string({ minLength: 1, maxLength: 90 }),
      cantidad: fc.double({ min: 0.000001, max: 999_999_999, noNaN: true }),
      precioUnitario: amount,
      exento: fc.boolean(),
      descuentoPct: fc.double({ min: 0, max: 100, noNaN: true }),
    }),
    { maxLength: 14 },
  );
  const tipo = fc.constantFrom(33, 34, 52, 56, 61);
  fc.assert(
    fc.property(tipo, lines, (tipoDte, lineas) => {
      const referencias = [reference()];
      const issues = refused({ tipoDte, lineas, referencias });
      expect(new Set(issues.map((issue) => issue.split(" ")[0])).size).toBe(issues.length);
    }),
  );
});
