import * as z from "zod";
import {
  annulmentErrors,
  Folio,
  OperacionHecha,
  PreviewRef,
  PruebaFolio,
  Recibo,
  reciboEjemplo,
  TipoDte,
} from "#lib/contract/documents/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { emissionErrors } from "../invoicer-fields.ts";
import { emitDocument } from "../emit-document.ts";
import { documentTerms } from "../terms.ts";

const Anulado = z.strictObject({
  operacionId: OperacionHecha,
  notaCredito: z
    .strictObject({
      tipoDte: z.literal(61).describe("Nota de crédito electrónica"),
      folio: Folio,
    })
    .describe("La que se emitió"),
  documento: z
    .strictObject({
      tipoDte: TipoDte,
      folio: Folio,
      estado: z.literal("anulado").describe("Siempre: de lo contrario se responde un error"),
    })
    .describe("El que la nota anula"),
  prueba: PruebaFolio,
  recibo: Recibo,
});

export const anulacionEmitir = actTool({
  id: "tributario.anulacion.emitir",
  title: "Emitir una anulación",
  description:
    "Firma y emite la nota de crédito de una vista previa de tributario.anulacion.previsualizar: el documento queda anulado y no se deshace. Con la misma Idempotency-Key la llamada se puede repetir y nunca emite dos veces; ante tributario_emission_outcome_unknown usa tributario.emision.reconciliar.",
  effect: "destructive",
  idempotency: "ledger",
  needsConnection: true,
  alcance: "dte",
  input: z.strictObject({ previewRef: PreviewRef }),
  output: Anulado,
  errors: [...emissionErrors, ...annulmentErrors],
  example: {
    input: { previewRef: "prv_01k2exampe0000000000000000" },
    output: {
      operacionId: "oper_01k2exampe0000000000000000",
      notaCredito: { tipoDte: 61, folio: 500_001 },
      documento: { tipoDte: 33, folio: 500_001, estado: "anulado" },
      prueba: "respuesta",
      recibo: reciboEjemplo,
    },
  },
  run: (ctx, input) => emitDocument(ctx, { kind: "anulacion", terms: documentTerms, input }),
});
