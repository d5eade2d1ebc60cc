import { emissionKinds } from "#lib/contract/index.ts";
import type { OperationRow, SynchronousTerms } from "#lib/ledger/index.ts";
import { documentWords } from "./document-words.ts";
import { documentChanged } from "./document-changed.ts";

function askCall({ id, toolId, connectionId }: OperationRow): Record<string, unknown> {
  return {
    tool_id: `${toolId.split(".")[0]}.emision.reconciliar`,
    input: { operacionId: id },
    connection_id: connectionId,
  };
}

export const documentTerms: SynchronousTerms = {
  kinds: emissionKinds,
  answers: "outcome",
  changed: documentChanged,
  words: documentWords({
    refusals: {
      content: "tributario_emission_rejected",
      signature: "tributario_signing_material_invalid",
    },
    askCall,
  }),
};
