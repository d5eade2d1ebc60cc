import * as z from "zod";
import { PreviewRef } from "#lib/contract/documents/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { DocumentoEmitido, emitErrors, emitidoEjemplo } from "../document-fields.ts";
import { emitDocument } from "../../documents/index.ts";
import { invoiceTerms } from "../terms.ts";

export const documentoEmitir = actTool({
  id: "facturacion.documento.emitir",
  title: "Emitir un documento del sistema de facturación",
  description:
    "Emite en el sistema de facturación de la empresa el documento de una vista previa de facturacion.documento.previsualizar. Emitir no se deshace y usa un folio. Con la misma Idempotency-Key la llamada se puede repetir y nunca emite dos veces: ante timeout y ante tributario_emission_outcome_unknown repite la misma llamada con la misma clave, que entonces solo busca; no emitas con otra. La autoridad responde minutos o días después: estadoAutoridad empieza en pendiente.",
  effect: "destructive",
  idempotency: "ledger",
  needsConnection: true,
  alcance: "emision",
  input: z.strictObject({ previewRef: PreviewRef }),
  output: DocumentoEmitido,
  errors: emitErrors,
  example: { input: { previewRef: "prv_01k2exampe0000000000000000" }, output: emitidoEjemplo },
  run: (ctx, input) =>
    emitDocument(ctx, {
      kind: "documento",
      terms: invoiceTerms,
      input,
    }),
});
