import { emissionKinds } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { OperationRow, SynchronousTerms } from "#lib/ledger/index.ts";

function lookCall({ id, toolId, connectionId }: OperationRow): Record<string, unknown> {
  return {
    tool_id: `${toolId.split(".")[0]}.emision.reconciliar`,
    input: { operacionId: id },
    connection_id: connectionId,
  };
}

export const documentTerms: SynchronousTerms = {
  kinds: emissionKinds,
  answers: "end",
  words: {
    done: "emitido",
    refusals: {
      content: "tributario_emission_rejected",
      signature: "tributario_signing_material_invalid",
    },
    unknown: "tributario_emission_outcome_unknown",
    overdue: "tributario_preview_token_expired",
    notFound: "tributario_emission_not_found",
    preview: {
      invalid: "tributario_preview_token_invalid",
      expired: "tributario_preview_token_expired",
      unconfirmed: "tributario_preparation_confirmation_required",
    },
    lookAlike: (open) =>
      new AppError("tributario_emission_outcome_unknown", {
        details: {
          reason: "look_alike",
          ...(open !== null && { operacionId: open.id, fix: lookCall(open) }),
        },
      }),
    lookCall,
  },
};
