import * as z from "zod";
import { todayInSantiago } from "#lib/chile/index.ts";
import { connectionOf } from "#lib/contract/index.ts";
import {
  LineaBoleta,
  lineas,
  Receptor,
  vistaPreviaEjemplo,
} from "#lib/contract/documents/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { invoicerErrors, VistaPrevia } from "../invoicer-fields.ts";
import { prepareDocument } from "../prepare-document.ts";

const ReceptorBoleta = z.strictObject({
  rut: Receptor.shape.rut,
  razonSocial: Receptor.shape.razonSocial,
});

const noAddress = { giro: "", direccion: "", comuna: "", ciudad: "" };

export const boletaPrevisualizar = actTool({
  id: "tributario.boleta.previsualizar",
  title: "Previsualizar una boleta electrónica",
  description:
    "Prepara en el facturador gratuito una boleta electrónica (39) o exenta (41) con fecha de hoy, sin emitir nada. Los precios incluyen el IVA y el receptor es opcional. Responde los totales y un previewRef que tributario.boleta.emitir usa dentro de quince minutos.",
  effect: "live",
  needsConnection: true,
  alcance: "dte",
  input: z.strictObject({
    tipoDte: z.literal([39, 41]).default(39).describe("39 afecta a IVA, 41 exenta"),
    receptor: ReceptorBoleta.optional().describe("A quién se emite; sin él, a nadie en particular"),
    lineas: lineas(LineaBoleta),
  }),
  output: VistaPrevia,
  errors: [
    ...invoicerErrors,
    "too_many_pending",
    "tributario_dte_variant_not_enabled",
    "tributario_dte_validation_failed",
  ],
  example: {
    input: { lineas: [{ nombre: "Café", cantidad: 2, precioUnitario: 500 }] },
    output: {
      ...vistaPreviaEjemplo("boleta", 39),
      totales: { neto: 840, exento: 0, iva: 160, total: 1_000 },
      totalesDisplay: { neto: "$840", exento: "$0", iva: "$160", total: "$1.000" },
    },
  },
  run: (ctx, { receptor, ...document }) =>
    prepareDocument(ctx, connectionOf(ctx), {
      kind: "boleta",
      documento: {
        ...document,
        receptor: receptor === undefined ? null : { ...receptor, ...noAddress },
        formaPago: "contado",
        fechaEmision: todayInSantiago(ctx.now),
        referencias: [],
      },
    }),
});
