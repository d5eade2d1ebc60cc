import * as z from "zod";
import { connectionOf } from "#lib/contract/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { askForRequest } from "../ask-for-request.ts";
import {
  honorarios,
  Solicitud,
  solicitudEjemplo,
  SolicitudId,
  visitErrors,
  toFeeRequest,
} from "../../fee-receipts/index.ts";

export const honorariosReconciliar = actTool({
  id: "tributario.honorarios.reconciliar",
  title: "Reconciliar una boleta de honorarios",
  description:
    "Busca en la lista de boletas emitidas del portal qué pasó con una solicitud de resultado desconocido (inconclusive), o si el receptor ya respondió una anulación (awaiting_receiver). Nunca vuelve a enviar nada. En cualquier otro estado responde la solicitud como está, sin contactar el portal. Si la lista aún no la muestra, el estado sigue igual: repite más tarde.",
  effect: "live",
  // What may have been sent must be known, whatever is owed.
  pausesWithBilling: false,
  needsConnection: true,
  idempotency: "anew",
  ...honorarios,
  input: z.strictObject({ solicitudId: SolicitudId }),
  output: Solicitud,
  errors: ["honorarios_request_not_found", ...visitErrors],
  example: {
    input: { solicitudId: "hon_01k2exampe0000000000000000" },
    output: solicitudEjemplo,
  },
  run: async (ctx, { solicitudId }) =>
    toFeeRequest(await askForRequest(ctx, connectionOf(ctx), solicitudId)),
});
