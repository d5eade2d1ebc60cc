import * as z from "zod";
import { connectionOf, pageFieldsOf } from "#lib/contract/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { pageOf } from "#lib/kernel/cursor.ts";
import {
  EstadoDeSolicitud,
  honorarios,
  Referencia,
  Solicitud,
  solicitudEjemplo,
  SolicitudId,
} from "../fee-fields.ts";
import { findRequest, listRequests, toFeeRequest } from "../list-requests.ts";
import { feeRequestKinds } from "../fee-request.ts";

export const honorariosConsultar = actTool({
  id: "tributario.honorarios.consultar",
  title: "Consultar solicitudes de boletas de honorarios",
  description:
    "Responde en qué quedó cada boleta de honorarios, o anulación, que esta credencial pidió en la conexión: estado, motivo, montos, folio y código de barras, de la más nueva a la más antigua. No contacta el portal. Las boletas que no se pidieron aquí están en tributario.boletas.consultar.",
  effect: "read",
  needsConnection: true,
  idempotency: "anew",
  ...honorarios,
  input: z.strictObject({
    solicitudId: SolicitudId.optional(),
    referencia: Referencia.optional(),
    state: EstadoDeSolicitud.optional(),
    tipo: z.enum(feeRequestKinds).optional().describe("Solo las que piden emitir, o anular"),
    ...pageFieldsOf("Solicitudes"),
  }),
  output: z.strictObject({
    solicitudes: z.array(Solicitud).describe("De la más nueva a la más antigua"),
    cursor: z.string().nullable().describe("null cuando no hay más"),
  }),
  errors: ["honorarios_request_not_found"],
  example: {
    input: { referencia: "OC-118" },
    output: { solicitudes: [solicitudEjemplo], cursor: null },
  },
  run: async (ctx, { cursor, limit, ...filters }) => {
    const connectionId = connectionOf(ctx).id;
    if (filters.solicitudId !== undefined) {
      await findRequest(ctx, { solicitudId: filters.solicitudId, connectionId });
    }
    const list = [ctx.toolId, connectionId, ctx.actor.kind, ctx.actor.id, filters];
    const [after] = cursor === undefined ? [] : ctx.cursors.read(list, cursor);
    const found = await listRequests(ctx, { ...filters, connectionId, limit: limit + 1, after });
    const { page, last } = pageOf(found, limit);
    return {
      solicitudes: page.map(toFeeRequest),
      cursor: last === null ? null : ctx.cursors.make(list, [last.solicitudId]),
    };
  },
});
