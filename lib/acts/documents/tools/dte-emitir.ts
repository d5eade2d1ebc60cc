import * as z from "zod";
import {
  creditNoteErrors,
  Emitido,
  PreviewRef,
  reciboEjemplo,
} from "#lib/contract/documents/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { emissionErrors } from "../invoicer-fields.ts";
import { emitDocument } from "../emit-document.ts";
import { documentTerms } from "../terms.ts";

export const dteEmitir = actTool({
  id: "tributario.dte.emitir",
  title: "Emitir un documento tributario",
  description:
    "Firma y emite el documento de una vista previa de tributario.dte.previsualizar. Emitir no se deshace. Con la misma Idempotency-Key la llamada se puede repetir y nunca emite dos veces; ante timeout repite la misma llamada con la misma clave, y ante tributario_emission_outcome_unknown usa tributario.emision.reconciliar: no vuelvas a emitir.",
  effect: "destructive",
  idempotency: "ledger",
  needsConnection: true,
  alcance: "dte",
  input: z.strictObject({ previewRef: PreviewRef }),
  output: Emitido,
  errors: [...emissionErrors, ...creditNoteErrors],
  example: {
    input: { previewRef: "prv_01k2exampe0000000000000000" },
    output: {
      operacionId: "oper_01k2exampe0000000000000000",
      estado: "emitido",
      tipoDte: 33,
      folio: 500_001,
      fechaEmision: "2026-08-20",
      totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
      prueba: "respuesta",
      recibo: reciboEjemplo,
    },
  },
  run: (ctx, input) => emitDocument(ctx, { kind: "dte", terms: documentTerms, input }),
});
