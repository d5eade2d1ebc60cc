import * as z from "zod";
import { Fecha, todayInSantiago } from "#lib/chile/index.ts";
import { connectionOf } from "#lib/contract/index.ts";
import {
  creditNoteErrors,
  Linea,
  lineas,
  Receptor,
  FormaPago,
  Referencias,
  vistaPreviaEjemplo,
} from "#lib/contract/documents/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { invoicerErrors, VistaPrevia } from "../invoicer-fields.ts";
import { prepareDocument } from "../prepare-document.ts";

export const dtePrevisualizar = actTool({
  id: "tributario.dte.previsualizar",
  title: "Previsualizar un documento tributario",
  description:
    "Prepara en el facturador gratuito una factura (33), factura exenta (34), nota de débito (56), nota de crédito (61) o guía de despacho (52), sin emitir nada. Una nota de crédito con código 1 es una anulación: hay una sola por documento. Responde los totales y un previewRef que tributario.dte.emitir usa dentro de quince minutos. Muestra los totales a la persona antes de emitir: emitir no se deshace.",
  effect: "live",
  needsConnection: true,
  alcance: "dte",
  input: z.strictObject({
    tipoDte: z.int().min(1).max(999).describe("33, 34, 52, 56 o 61"),
    receptor: Receptor.describe("A quién se emite"),
    lineas: lineas(Linea),
    formaPago: FormaPago,
    fechaEmision: Fecha.optional().describe("Por omisión, hoy en Santiago"),
    referencias: Referencias,
  }),
  output: VistaPrevia,
  errors: [
    ...invoicerErrors,
    ...creditNoteErrors,
    "too_many_pending",
    "tributario_dte_variant_not_enabled",
    "tributario_dte_validation_failed",
  ],
  example: {
    input: {
      tipoDte: 33,
      receptor: {
        rut: "76177907-9",
        razonSocial: "Viñedos Aguas Frías SpA",
        giro: "Vinos",
        direccion: "Camino Real 100",
        comuna: "Ñuñoa",
        ciudad: "Santiago",
      },
      lineas: [{ nombre: "Asesoría", cantidad: 1, precioUnitario: 1_000 }],
      formaPago: "contado",
    },
    output: vistaPreviaEjemplo("dte", 33),
  },
  run: (ctx, { fechaEmision, ...input }) =>
    prepareDocument(ctx, connectionOf(ctx), {
      kind: "dte",
      documento: { ...input, fechaEmision: fechaEmision ?? todayInSantiago(ctx.now) },
    }),
});
