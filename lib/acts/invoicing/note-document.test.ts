import { describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type { CreditNoteAsked, DteTotals, WholeInvoicedDocument } from "#lib/contract/index.ts";
import { documentTotals } from "../documents/index.ts";
import { noteDocument } from "./note-document.ts";

const day = Fecha.parse("2026-11-20");

function original(tipoDte: number, totales: DteTotals): WholeInvoicedDocument {
  return {
    id: "doc-1",
    tipoDte,
    folio: 7001,
    fecha: day,
    receptorRut: "76177907-9",
    totales,
    referencia: null,
    trackId: null,
    acceptance: { state: "aceptado", at: null },
    isAnnulled: false,
    kept: {
      dataset: "facturacion.documentos",
      record: { id: "doc-1", periodo: "2026-11", account: null, sortKey: "1", payload: {} },
    },
    corrects: [],
    receptor: {
      rut: "76177907-9",
      razonSocial: "Cliente SpA",
      giro: "Servicios",
      direccion: "Calle Uno 123",
      comuna: "Santiago",
      ciudad: "Santiago",
    },
  };
}

const annulment = { tipoDte: 0, folio: 7001, codigo: 1, razon: "Anula" } as const;
const correction = (...lineas: (CreditNoteAsked & { codigo: 3 })["lineas"]): CreditNoteAsked => ({
  tipoDte: 0,
  folio: 7001,
  codigo: 3,
  razon: "Corrige",
  lineas,
});
const totalsOf = (nota: CreditNoteAsked, of: WholeInvoicedDocument): DteTotals =>
  documentTotals(noteDocument(nota, of, day));
const line = (precioUnitario: number, exento?: boolean) => ({
  nombre: "Descuento",
  cantidad: 1,
  precioUnitario,
  ...(exento !== undefined && { exento }),
});

describe("a note that annuls", () => {
  test("totals what the document totals", () => {
    const invoice = { neto: 1_000, exento: 500, iva: 190, total: 1_690 };
    expect(totalsOf(annulment, original(33, invoice))).toEqual(invoice);
  });

  test.each([
    [1_000, { neto: 840, exento: 0, iva: 160, total: 1_000 }, 1_000],
    [1_005, { neto: 845, exento: 0, iva: 160, total: 1_005 }, 1_006],
  ])("a receipt of %i reverses its net, and the tax on that", (_price, receipt, total) => {
    expect(totalsOf(annulment, original(39, receipt))).toMatchObject({ neto: receipt.neto, total });
  });

  test("is refused where the document's own figures fit no note", () => {
    const odd = original(33, { neto: 1_000, exento: 0, iva: 191, total: 1_191 });
    expect(() => noteDocument(annulment, odd, day)).toThrow(
      expect.objectContaining({ code: "tributario_anulacion_no_admitida" }),
    );
  });
});

describe("a note that corrects amounts", () => {
  test.each([34, 41])("for a document of type %i reverses no tax", (tipoDte) => {
    const exempt = original(tipoDte, { neto: 0, exento: 1_190, iva: 0, total: 1_190 });
    const back = { neto: 0, exento: 1_000, iva: 0, total: 1_000 };
    expect(totalsOf(correction(line(1_000)), exempt)).toEqual(back);
  });

  test.each([
    ["the taxed part", [line(1_001)]],
    ["the exempt part", [line(501, true)]],
    ["all of it", [line(1_000), line(691, true)]],
  ])("reverses no more than %s", (_part, lineas) => {
    const invoice = original(33, { neto: 1_000, exento: 500, iva: 190, total: 1_690 });
    expect(() => noteDocument(correction(...lineas), invoice, day)).toThrow(
      expect.objectContaining({ code: "tributario_dte_validation_failed" }),
    );
  });

  test("may reverse a part of each", () => {
    const invoice = original(33, { neto: 1_000, exento: 500, iva: 190, total: 1_690 });
    expect(totalsOf(correction(line(1_000), line(500, true)), invoice)).toMatchObject({
      total: 1_690,
    });
  });
});
