import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import { OperacionHecha } from "#lib/contract/documents/index.ts";
import { connectionOf } from "#lib/contract/index.ts";
import { actTool, operateFor } from "#lib/ledger/index.ts";
import { requestAnnulment } from "../request-annulment.ts";
import { EstadoDeSolicitud, honorarios, Huella, Modo } from "../../fee-receipts/index.ts";
import { feeAnnulmentErrors, anulacionPedida } from "../annulment-fields.ts";

export const honorariosAnulacionSolicitar = actTool({
  id: "tributario.honorarios_anulacion.solicitar",
  title: "Solicitar la anulación de una boleta de honorarios",
  description:
    "Pide anular una boleta de honorarios vigente. Anular no se deshace. Según el plazo queda anulada de inmediato, o espera que el receptor acepte (awaiting_receiver) hasta plazoHasta. Responde enseguida con el estado en que va; síguelo con tributario.honorarios.consultar. Repetir la llamada con la misma Idempotency-Key nunca la pide dos veces.",
  effect: "destructive",
  idempotency: "ledger",
  needsConnection: true,
  ...honorarios,
  input: anulacionPedida({ huella: Huella.optional().describe("La huella de la vista previa") }),
  output: z.strictObject({
    solicitudId: z.string().describe("De la anulación"),
    state: EstadoDeSolicitud,
    modo: Modo,
    plazoHasta: Fecha.nullable().describe("Hasta cuándo vale la respuesta del receptor"),
    operacionId: OperacionHecha,
  }),
  errors: feeAnnulmentErrors,
  example: {
    input: { solicitudId: "hon_01k2exampe0000000000000000", causa: 3 },
    output: {
      solicitudId: "hon_01k2exampe0000000000000001",
      state: "pending",
      modo: "con_receptor",
      plazoHasta: "2027-03-01",
      operacionId: "oper_01k2exampe0000000000000000",
    },
  },
  run: (ctx, input) =>
    operateFor(ctx, input, (call) =>
      requestAnnulment(ctx, connectionOf(ctx), { ...call, asked: input }),
    ),
});
