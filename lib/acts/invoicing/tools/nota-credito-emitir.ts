import * as z from "zod";
import { annulmentErrors, Folio, PreviewRef, TipoDte } from "#lib/contract/documents/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { DocumentoEmitido, emitErrors, emitidoEjemplo } from "../document-fields.ts";
import { emitDocument } from "../../documents/index.ts";
import { invoiceTerms } from "../terms.ts";

const NotaEmitida = DocumentoEmitido.extend({
  documento: z
    .strictObject({ tipoDte: TipoDte, folio: Folio })
    .describe("El documento que la nota corrige"),
});

export const notaCreditoEmitir = actTool({
  id: "facturacion.nota_credito.emitir",
  title: "Emitir una nota de crédito del sistema de facturación",
  description:
    "Emite en el sistema de facturación de la empresa la nota de crédito de una vista previa de facturacion.nota_credito.previsualizar: no se deshace y usa un folio. Con la misma Idempotency-Key la llamada se puede repetir y nunca emite dos veces: ante timeout y ante tributario_emission_outcome_unknown repite la misma llamada con la misma clave, que entonces solo busca. Si la autoridad rechaza la nota, el documento sigue vigente.",
  effect: "destructive",
  idempotency: "ledger",
  needsConnection: true,
  alcance: "emision",
  input: z.strictObject({ previewRef: PreviewRef }),
  output: NotaEmitida,
  errors: [...emitErrors, ...annulmentErrors],
  example: {
    input: { previewRef: "prv_01k2exampe0000000000000000" },
    output: {
      ...emitidoEjemplo,
      tipoDte: 61,
      folio: 905,
      documento: { tipoDte: 33, folio: 7_012 },
    },
  },
  run: (ctx, input) =>
    emitDocument(ctx, {
      kind: "nota_credito",
      terms: invoiceTerms,
      input,
    }),
});
