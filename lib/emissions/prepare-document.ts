import { todayInSantiago } from "#lib/chile/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { requireLiveCredential } from "#lib/connections/index.ts";
import type { DteTotals, EmissionRequest, PreparedDocumentAnswer } from "#lib/contract/index.ts";
import { startPreparation, type ActingConnection, type LedgerContext } from "#lib/ledger/index.ts";
import { targetOf } from "./annulment-target.ts";
import { checkAnnulment } from "./check-annulment.ts";
import { checkDocument } from "./check-document.ts";
import { preparedAnswer } from "./prepared-answer.ts";
import type { PreparedDocument } from "./sealed-document.ts";

/** Checks the document, has the portal prepare it, and binds the result to a previewRef. */
export async function prepareDocument(
  ctx: LedgerContext,
  connection: ActingConnection,
  request: EmissionRequest,
): Promise<PreparedDocumentAnswer> {
  const totals = request.kind === "anulacion" ? null : expectedTotals(ctx, connection, request);
  requireLiveCredential(connection);
  const id = newId("prv", ctx.clock.now());
  const target = targetOf(request);
  const order: PreparedDocument = { request, previewed: null };
  await startPreparation(ctx, connection, {
    id,
    kind: request.kind,
    tipoDte: request.kind === "anulacion" ? 61 : request.documento.tipoDte,
    totals,
    target,
    order,
    async check(tx) {
      if (target !== null) await checkAnnulment(tx, connection.id, target);
    },
  });
  return preparedAnswer(ctx, id);
}

function expectedTotals(
  ctx: LedgerContext,
  { rut }: ActingConnection,
  request: Extract<EmissionRequest, { kind: "dte" | "boleta" }>,
): DteTotals {
  const today = todayInSantiago(ctx.clock.now());
  return checkDocument(request.kind, request.documento, { issuerRut: rut, today });
}
