import { todayInSantiago, type Fecha } from "#lib/chile/index.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import type { CreditNoteAsked, DteDocument, DteTotals } from "#lib/contract/index.ts";
import { AppError, type Issue } from "#lib/kernel/errors/index.ts";
import type { ActingConnection, LedgerContext } from "#lib/ledger/index.ts";
import { checkTaxDocument, prepareRequest, receiptTypes } from "../documents/index.ts";
import { findIssued } from "./find-issued.ts";
import type { PreparedDocumentAnswer } from "../documents/index.ts";

/** Checks the document, has the system prepare it, and binds the result to a previewRef. */
export function prepareInvoice(
  ctx: LedgerContext,
  connection: ActingConnection,
  documento: DteDocument,
): Promise<PreparedDocumentAnswer> {
  const today = todayInSantiago(ctx.clock.now());
  requireReceiver(documento);
  const totals = checkTaxDocument("documento", documento, { issuerRut: connection.rut, today });
  requireLiveCredential(connection);
  return prepareRequest(ctx, connection, { request: { kind: "documento", documento }, totals });
}

/** The same for a credit note: the system shows what it repeats of its document. */
export async function prepareCreditNote(
  ctx: LedgerContext,
  connection: ActingConnection,
  nota: CreditNoteAsked,
): Promise<PreparedDocumentAnswer> {
  const today = todayInSantiago(ctx.clock.now());
  const totals = expectedTotals(nota, today);
  requireLiveCredential(connection);
  const documentoId = await findIssued(ctx, connection, nota);
  const asked = { nota, documentoId, fechaEmision: today, documento: null };
  return prepareRequest(ctx, connection, { request: { kind: "nota_credito", ...asked }, totals });
}

/**
 * Follows the rules of any document, before its own is known: receiver and day are those of the
 * original.
 */
function expectedTotals(nota: CreditNoteAsked, today: Fecha): DteTotals | null {
  if (nota.codigo === 1) return null;
  const { tipoDte: tipoDoc, folio, codigo, razon } = nota;
  const note: DteDocument = {
    tipoDte: 61,
    receptor: null,
    lineas:
      nota.codigo === 3 ? nota.lineas : [{ nombre: nota.texto, cantidad: 1, precioUnitario: 0 }],
    formaPago: "contado",
    fechaEmision: today,
    referencias: [{ tipoDoc, folio: String(folio), fecha: today, codigo, razon }],
  };
  return checkTaxDocument("nota_credito", note, { issuerRut: null, today });
}

const needed = ["giro", "direccion", "comuna", "ciudad"] as const;

function requireReceiver({ tipoDte, receptor }: DteDocument): void {
  // They may be for somebody without a name.
  if (receiptTypes.has(tipoDte)) return;
  const fields =
    receptor === null ? [[]] : needed.filter((field) => receptor[field] === "").map((one) => [one]);
  if (fields.length === 0) return;
  const issues: Issue[] = fields.map((field) => ({
    path: ["receptor", ...field],
    code: "required",
    message: "Of this type the receiver is named whole",
  }));
  throw new AppError("tributario_dte_validation_failed", { details: { issues } });
}
