import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Change, OperationRow, SynchronousTerms } from "#lib/ledger/index.ts";
import { documentWords } from "../documents/index.ts";
import { storeIssued } from "./store-issued.ts";

/** No tool looks for it: repeating the call under the same key does. */
function askCall(row: OperationRow): Record<string, unknown> {
  return {
    tool_id: row.toolId,
    input: { previewRef: row.preparationId },
    connection_id: row.connectionId,
    idempotency_key: row.idempotencyKey,
  };
}

/** Documents and credit notes of an invoicing system. */
export const invoiceTerms: SynchronousTerms = {
  kinds: ["documento", "nota_credito"],
  answers: "outcome",
  words: documentWords({
    refusals: {
      contenido: "tributario_emission_rejected",
      folios: "connector_onboarding_required",
      certificado: "connector_onboarding_required",
      puesta_en_marcha: "connector_onboarding_required",
      plan: "connector_plan_limit",
      credencial: "connection_credential_required",
      limite: "tributario_emission_rejected",
      suspendida: "tributario_emission_rejected",
    },
    refusalDetails: {
      folios: { missing: [{ clave: "folios" }] },
      certificado: { missing: [{ clave: "certificado" }] },
      // Nothing is wrong with the document: a new preview of it succeeds later.
      limite: { reason: "rate_limited" },
      suspendida: { reason: "account_suspended" },
    },
    askCall,
  }),
  changed: invoiceChanged,
};

/** Once it is issued the authority has yet to answer. */
async function invoiceChanged(
  tx: InTransaction<SystemContext>,
  row: OperationRow,
  change: Change,
): Promise<void> {
  if (change.state === "done") await storeIssued(tx, row, change.about);
}
