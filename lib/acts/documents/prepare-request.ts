import type { DocumentRequest, DteTotals } from "#lib/contract/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { startPreparation, type ActingConnection, type LedgerContext } from "#lib/ledger/index.ts";
import { targetOf } from "./annulment-target.ts";
import { checkAnnulment } from "./checks/check-annulment.ts";
import { preparedAnswer } from "./prepared-answer.ts";
import type { PreparedDocument } from "./sealed-document.ts";
import type { PreparedDocumentAnswer } from "./prepared-answer.ts";

interface Checked {
  request: DocumentRequest;
  /** Null where they follow from the document that it annuls. */
  totals: DteTotals | null;
}

/** Has the system prepare a checked document, and binds the result to a previewRef. */
export async function prepareRequest(
  ctx: LedgerContext,
  connection: ActingConnection,
  { request, totals }: Checked,
): Promise<PreparedDocumentAnswer> {
  const id = newId("prv", ctx.clock.now());
  const target = targetOf(request);
  const order: PreparedDocument = { request, previewed: null };
  await startPreparation(ctx, connection, {
    id,
    kind: request.kind,
    tipoDte: typeOf(request),
    totals,
    target,
    order,
    async check(tx) {
      if (target !== null) await checkAnnulment(tx, connection.id, target);
    },
  });
  return preparedAnswer(ctx, id);
}

function typeOf(request: DocumentRequest): number {
  if (request.kind === "anulacion" || request.kind === "nota_credito") return 61;
  return request.documento.tipoDte;
}
