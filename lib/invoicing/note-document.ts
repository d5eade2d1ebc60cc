import { nombreTipoDocumento, type Fecha } from "#lib/chile/index.ts";
import type {
  CreditNoteAsked,
  DteDocument,
  DteLine,
  WholeInvoicedDocument,
} from "#lib/contract/index.ts";
import { documentTotals } from "#lib/emissions/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

/** A credit note takes back what was owed: nothing is owed by another credit note. */
const takenBack: ReadonlySet<number> = new Set([33, 34, 39, 41, 56]);

/** The credit note that corrects the document as the system holds it now. */
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
      return nota.lineas;
  }
}

/** All that it came to, without the tax, which the note works out again. */
function wholeAmounts({ tipoDte, folio, totales }: WholeInvoicedDocument): DteLine[] {
  const nombre = `Anula ${nombreTipoDocumento(tipoDte)} ${folio}`.slice(0, 80);
  const line = (precioUnitario: number, exento: boolean): DteLine[] =>
    precioUnitario === 0 ? [] : [{ nombre, cantidad: 1, precioUnitario, exento }];
  return [...line(totales.neto, false), ...line(totales.exento, true)];
}

/** An annulment comes to the same as what it annuls, a correction to no more. */
function requireFitting(
  { codigo }: CreditNoteAsked,
  { totales }: WholeInvoicedDocument,
  note: DteDocument,
): void {
  const { total } = documentTotals(note);
  if (codigo === 1 && total !== totales.total) {
    const details = { reason: "montos_distintos" };
    throw new AppError("tributario_anulacion_no_admitida", { details });
  }
  if (codigo === 3 && total > totales.total) {
    const message = `The note comes to ${total}, the document to ${totales.total}`;
    const issues = [{ path: ["lineas"], code: "more_than_document", message }];
    throw new AppError("tributario_dte_validation_failed", { details: { issues } });
  }
}
