import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import { connectionOf } from "#lib/contract/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { previewAnnulment } from "../preview-annulment.ts";
import { honorarios, Modo, montos, RutDeReceptor, visitErrors } from "../../fee-receipts/index.ts";
import { feeAnnulmentErrors, anulacionPedida } from "../annulment-fields.ts";

export const honorariosAnulacionPrevisualizar = actTool({
  id: "tributario.honorarios_anulacion.previsualizar",
  title: "Previsualizar la anulación de una boleta de honorarios",
  description:
    "Muestra qué haría hoy anular una boleta de honorarios vigente, sin pedirlo: de inmediato hasta el día 10 del mes siguiente, después solo si el receptor acepta, hasta el 1 de marzo del año siguiente. Mientras el receptor no responde, la boleta y su retención siguen vigentes.",
  effect: "live",
  needsConnection: true,
  ...honorarios,
  input: anulacionPedida({}),
  output: z.strictObject({
    folio: z.int().describe("Número de la boleta que se anularía"),
    fecha: Fecha,
    rutReceptor: RutDeReceptor,
    bruto: montos.bruto,
    modo: Modo,
    plazoHasta: Fecha.describe("Último día de este modo"),
    huella: z.string().describe("Con ella honorarios_anulacion.solicitar anula esto, o nada"),
    advertencias: z
      .array(z.enum(["retencion_sigue_vigente"]))
      .describe("retencion_sigue_vigente: y la boleta, hasta que el receptor acepte"),
  }),
  errors: [...feeAnnulmentErrors, "too_many_pending", ...visitErrors],
  example: {
    input: { solicitudId: "hon_01k2exampe0000000000000000", causa: 3 },
    output: {
      folio: 121,
      fecha: "2026-08-20",
      rutReceptor: "76177907-9",
      bruto: 500_000,
      modo: "con_receptor",
      plazoHasta: "2027-03-01",
      huella: "9f2c".repeat(16),
      advertencias: ["retencion_sigue_vigente"],
    },
  },
  run: (ctx, asked) => previewAnnulment(ctx, connectionOf(ctx), asked),
});
