import { z } from "zod";
import { Rut, todayInSantiago } from "#lib/chile/index.ts";
import { connectionOf, tool } from "#lib/tools/define/index.ts";
import {
  invoicerErrors,
  LineaBoleta,
  Receptor,
  VistaPrevia,
  vistaPreviaEjemplo,
} from "../document-fields.ts";

const ReceptorBoleta = z.strictObject({
  rut: Rut,
  razonSocial: Receptor.shape.razonSocial,
});

const noAddress = { giro: "", direccion: "", comuna: "", ciudad: "" };

export const boletaPrevisualizar = tool({
  id: "tributario.boleta.previsualizar",
  title: "Previsualizar una boleta electrónica",
  description:
    "Prepara en el facturador gratuito una boleta electrónica (39) o exenta (41) con fecha de hoy, sin emitir nada. Los precios incluyen el IVA y el receptor es opcional. Responde los totales y un previewRef que tributario.boleta.emitir usa dentro de quince minutos.",
  effect: "live",
  needsConnection: true,
  alcance: "dte",
  input: z.strictObject({
    tipoDte: z.union([z.literal(39), z.literal(41)]).default(39),
    receptor: ReceptorBoleta.optional(),
    lineas: z.array(LineaBoleta).min(1).max(10),
  }),
  output: VistaPrevia,
  errors: [
    ...invoicerErrors,
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
  run: (ctx, { tipoDte, receptor, lineas }) =>
    ctx.services.emissions.prepare(connectionOf(ctx), {
      kind: "boleta",
      documento: {
        tipoDte,
        receptor: receptor === undefined ? null : { ...receptor, ...noAddress },
        lineas,
        formaPago: "contado",
        fechaEmision: todayInSantiago(ctx.now),
        referencias: [],
      },
    }),
});
