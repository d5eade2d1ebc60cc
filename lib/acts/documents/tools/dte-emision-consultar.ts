import * as z from "zod";
import { connectionOf } from "#lib/contract/index.ts";
import { OperacionId } from "#lib/contract/documents/index.ts";
import { actTool, findOwn } from "#lib/ledger/index.ts";
import { Emision, emisionEjemplo } from "../operation-fields.ts";
import { toStatus } from "../operation-status.ts";
import { documentTerms } from "../terms.ts";

export const dteEmisionConsultar = actTool({
  id: "tributario.dte_emision.consultar",
  title: "Consultar una emisión",
  description:
    "Responde en qué quedó una emisión o anulación de esta conexión: estado, folio, recibo firmado y los pasos que dio. No contacta el portal. Si perdiste la respuesta y solo tienes la clave, repite la misma llamada con ella: no emite otra vez (o GET /v1/operations/{Idempotency-Key}).",
  effect: "read",
  needsConnection: true,
  idempotency: "anew",
  input: z.strictObject({ operacionId: OperacionId }),
  output: Emision,
  errors: ["tributario_emission_not_found"],
  example: {
    input: { operacionId: "oper_01k2exampe0000000000000000" },
    output: emisionEjemplo,
  },
  run: async (ctx, { operacionId }) => {
    const own = { connectionId: connectionOf(ctx).id, operacionId };
    return toStatus(await findOwn(ctx, documentTerms, own));
  },
});
