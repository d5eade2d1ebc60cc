import { todayInSantiago } from "#lib/chile/index.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import type { DteTotals, EmissionRequest } from "#lib/contract/index.ts";
import type { ActingConnection, LedgerContext } from "#lib/ledger/index.ts";
import { checkTaxDocument } from "./checks/check-tax-document.ts";
import { prepareRequest } from "./prepare-request.ts";
import type { PreparedDocumentAnswer } from "./prepared-answer.ts";

/** Checks the document, has the portal prepare it, and binds the result to a previewRef. */
export async function prepareDocument(
  ctx: LedgerContext,
  connection: ActingConnection,
  request: EmissionRequest,
): Promise<PreparedDocumentAnswer> {
  const totals = request.kind === "anulacion" ? null : expectedTotals(ctx, connection, request);
  requireLiveCredential(connection);
  return prepareRequest(ctx, connection, { request, totals });
}

function expectedTotals(
  ctx: LedgerContext,
  { rut }: ActingConnection,
  request: Extract<EmissionRequest, { kind: "dte" | "boleta" }>,
): DteTotals {
  const today = todayInSantiago(ctx.clock.now());
  return checkTaxDocument(request.kind, request.documento, { issuerRut: rut, today });
}
