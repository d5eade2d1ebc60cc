import { nombreTipoDocumento, type Fecha } from "#lib/chile/index.ts";
import type {
  CreditNoteAsked,
  DteDocument,
  DteLine,
  DteTotals,
  WholeInvoicedDocument,
} from "#lib/contract/index.ts";
import { AppError, type Issue } from "#lib/kernel/errors/index.ts";
import { documentTotals, exemptTypes, receiptTypes } from "../documents/index.ts";

/** A credit note reverses what was owed, and a credit note itself is owed by nobody. */
const takenBack: ReadonlySet<number> = new Set([33, 34, 39, 41, 56]);

/** The credit note that corrects the document in its present state. */
export function noteDocument(
  nota: CreditNoteAsked,
  original: WholeInvoicedDocument,
  fechaEmision: Fecha,
): DteDocument {
  requireAdmitted(original);
  const note: DteDocument = {
    tipoDte: 61,
    receptor: original.receptor,
    lineas: linesOf(nota, original),
    formaPago: "contado",
    fechaEmision,
    referencias: [
      {
        tipoDoc: original.tipoDte,
        folio: String(original.folio),
        fecha: original.fecha,
        codigo: nota.codigo,
        razon: nota.razon,
      },
    ],
  };
  requireFitting(nota, original, note);
  return note;
}

/** What may be corrected at all. */
export function requireAdmitted({ tipoDte, acceptance, isAnnulled }: WholeInvoicedDocument): void {
  if (isAnnulled) throw new AppError("tributario_anulacion_ya_emitida");
  const reason = !takenBack.has(tipoDte)
    ? "tipo_no_admitido"
    : acceptance.state === "rechazado"
      ? "documento_rechazado"
      : null;
  if (reason !== null) {
    throw new AppError("tributario_anulacion_no_admitida", { details: { reason } });
  }
}

function linesOf(nota: CreditNoteAsked, original: WholeInvoicedDocument): DteLine[] {
  switch (nota.codigo) {
    case 1:
      return wholeAmounts(original);
    case 2:
      return [{ nombre: nota.texto, cantidad: 1, precioUnitario: 0 }];
    case 3:
      // Amounts that the document states without tax are not part of an amount with tax.
      return exemptTypes.has(original.tipoDte)
        ? nota.lineas.map((line) => ({ ...line, exento: true }))
        : nota.lineas;
  }
}

/** Its whole total without tax, which the note computes again. */
function wholeAmounts({ tipoDte, folio, totales }: WholeInvoicedDocument): DteLine[] {
  const nombre = `Anula ${nombreTipoDocumento(tipoDte)} ${folio}`.slice(0, 80);
  const line = (precioUnitario: number, exento: boolean): DteLine[] =>
    precioUnitario === 0 ? [] : [{ nombre, cantidad: 1, precioUnitario, exento }];
  return [...line(totales.neto, false), ...line(totales.exento, true)];
}

/**
 * An annulment must total the same as what it annuls, a correction no more of anything. A receipt's
 * tax is its price minus its net, a note's is computed from the net: in one receipt of six they
 * differ by a peso, and no note could say otherwise.
 */
function requireFitting(
  { codigo }: CreditNoteAsked,
  { tipoDte, totales }: WholeInvoicedDocument,
  note: DteDocument,
): void {
  const came = documentTotals(note);
  if (codigo === 1) {
    const apart = Math.abs(came.total - totales.total);
    if (apart > (receiptTypes.has(tipoDte) ? 1 : 0)) {
      const details = { reason: "montos_distintos" };
      throw new AppError("tributario_anulacion_no_admitida", { details });
    }
  }
  if (codigo === 3) requireWithin(came, totales, ["neto", "exento", "total"]);
}

export type Part = Exclude<keyof DteTotals, "iva">;

/** What corrects a document comes to no more of these than the document itself. */
export function requireWithin(came: DteTotals, document: DteTotals, parts: readonly Part[]): void {
  const over = parts.filter((part) => came[part] > document[part]);
  if (over.length === 0) return;
  const issues = over.map((part): Issue => ({
    path: ["lineas"],
    code: "too_large",
    message: `Its notes come to ${part} ${came[part]}, the document to ${document[part]}`,
  }));
  throw new AppError("tributario_dte_validation_failed", { details: { issues } });
}
