import * as z from "zod";
import { todayInSantiago } from "#lib/chile/index.ts";
import { connectionOf } from "#lib/contract/index.ts";
import { annulmentErrors, Motivo, vistaPreviaEjemplo } from "#lib/contract/documents/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { invoicerErrors, VistaPrevia } from "../invoicer-fields.ts";
import { prepareDocument } from "../prepare-document.ts";

export const anulacionPrevisualizar = actTool({
  id: "tributario.anulacion.previsualizar",
  title: "Previsualizar una anulación",
  description:
    "Prepara la nota de crédito que anula un documento emitido en el facturador gratuito, sin emitir nada. tipoDte y folio salen de tributario.dte.consultar; una boleta se anula solo si la emitió este servicio en esta conexión. Responde un previewRef que tributario.anulacion.emitir usa dentro de quince minutos.",
  effect: "live",
  needsConnection: true,
  alcance: "dte",
  input: z.strictObject({
    tipoDte: z
      .int()
      .min(1)
      .max(999)
      .describe("Tipo del documento que se anula; de tributario.dte.consultar"),
    folio: z.int().min(1).max(10_000_000_000).describe("De tributario.dte.consultar"),
    motivo: Motivo.optional(),
  }),
  output: VistaPrevia,
  errors: [
    ...invoicerErrors,
    ...annulmentErrors,
    "too_many_pending",
    "tributario_dte_validation_failed",
  ],
  example: {
    input: { tipoDte: 33, folio: 500_001, motivo: "Error en el monto" },
    output: vistaPreviaEjemplo("anulacion", 61, { tipoDte: 33, folio: 500_001 }),
  },
  run: (ctx, { tipoDte, folio, motivo }) =>
    prepareDocument(ctx, connectionOf(ctx), {
      kind: "anulacion",
      tipoDte,
      folio,
      motivo: motivo ?? null,
      fechaEmision: todayInSantiago(ctx.now),
    }),
});
