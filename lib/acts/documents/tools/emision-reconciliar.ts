import * as z from "zod";
import { connectionOf } from "#lib/contract/index.ts";
import { OperacionId } from "#lib/contract/documents/index.ts";
import { actTool, askAgain } from "#lib/ledger/index.ts";
import { invoicerErrors } from "../invoicer-fields.ts";
import { Emision, emisionEjemplo } from "../operation-fields.ts";
import { toStatus } from "../operation-status.ts";
import { documentTerms } from "../terms.ts";

export const emisionReconciliar = actTool({
  id: "tributario.emision.reconciliar",
  title: "Reconciliar una emisión",
  description:
    "Busca en la lista de documentos emitidos del portal una emisión cuyo resultado no se conoce o que el portal rechazó, por tipo, receptor, fecha y total. Nunca vuelve a enviar nada. Si la lista aún no la muestra, el estado sigue desconocido: repite más tarde.",
  effect: "live",
  // What may have been sent must be known, whatever is owed.
  pausesWithBilling: false,
  needsConnection: true,
  idempotency: "anew",
  input: z.strictObject({ operacionId: OperacionId }),
  output: Emision,
  errors: ["tributario_emission_not_found", ...invoicerErrors],
  example: {
    input: { operacionId: "oper_01k2exampe0000000000000000" },
    output: emisionEjemplo,
  },
  run: async (ctx, { operacionId }) =>
    toStatus(await askAgain(ctx, documentTerms, connectionOf(ctx), operacionId)),
});
