import * as z from "zod";
import { Fecha, todayInSantiago } from "#lib/chile/index.ts";
import {
  FormaPago,
  lineas,
  Receptor,
  Referencias,
  vistaPreviaEjemplo,
} from "#lib/contract/documents/index.ts";
import { connectionOf } from "#lib/contract/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { LineaDocumento, previewErrors, VistaDelDocumento } from "../document-fields.ts";
import { prepareInvoice } from "../prepare-invoice.ts";

const { rut, razonSocial, giro, direccion, comuna, ciudad } = Receptor.shape;

const ReceptorDocumento = z
  .strictObject({
    rut,
    razonSocial,
    giro: giro.optional(),
    direccion: direccion.optional(),
    comuna: comuna.optional(),
    ciudad: ciudad.optional(),
  })
  .describe("Con todos sus datos; solo en las boletas se puede omitir, o dar RUT y razón social");

export const documentoPrevisualizar = actTool({
  id: "facturacion.documento.previsualizar",
  title: "Previsualizar un documento del sistema de facturación",
  description:
    "Prepara en el sistema de facturación de la empresa una factura (33), factura exenta (34), boleta (39), boleta exenta (41) o nota de débito (56), sin emitir nada. Responde los totales, advertencias y un previewRef que facturacion.documento.emitir usa dentro de quince minutos. El folio lo pone el sistema al emitir. Muestra los totales a la persona antes: emitir no se deshace. connector_onboarding_required dice qué le falta a la empresa en su sistema. Las notas de crédito van por facturacion.nota_credito.previsualizar.",
  effect: "live",
  needsConnection: true,
  alcance: "emision",
  input: z.strictObject({
    tipoDte: z.int().min(1).max(999).describe("33, 34, 39, 41 o 56"),
    receptor: ReceptorDocumento.optional().describe("A quién se emite"),
    lineas: lineas(LineaDocumento),
    formaPago: FormaPago.default("contado"),
    fechaEmision: Fecha.optional().describe("Por omisión, hoy en Santiago"),
    referencias: Referencias,
  }),
  output: VistaDelDocumento,
  errors: [...previewErrors, "tributario_dte_variant_not_enabled"],
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
    },
    output: vistaPreviaEjemplo("documento", 33),
  },
  run: async (ctx, { fechaEmision, receptor, ...documento }) =>
    (await prepareInvoice(ctx, connectionOf(ctx), {
      ...documento,
      receptor: receptor === undefined ? null : whole(receptor),
      fechaEmision: fechaEmision ?? todayInSantiago(ctx.now),
    })) as z.infer<typeof VistaDelDocumento>,
});

type Given = z.infer<typeof ReceptorDocumento>;

/** Fills omitted fields with blanks. */
function whole({ rut: given, razonSocial: name, ...rest }: Given) {
  const { giro = "", direccion = "", comuna = "", ciudad = "" } = rest;
  return { rut: given, razonSocial: name, giro, direccion, comuna, ciudad };
}
