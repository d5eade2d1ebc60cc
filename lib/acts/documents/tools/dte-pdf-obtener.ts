import * as z from "zod";
import { connectionOf, deliveredFields, Entrega, pdfFields } from "#lib/contract/index.ts";
import { Folio, OperacionHecha, OperacionId, TipoDte } from "#lib/contract/documents/index.ts";
import { actTool, fileOf, handOver, operationFile } from "#lib/ledger/index.ts";
import { invoicerErrors } from "../invoicer-fields.ts";
import { documentTerms } from "../terms.ts";

export const dtePdfObtener = actTool({
  id: "tributario.dte_pdf.obtener",
  title: "Obtener el PDF de una emisión",
  description:
    "Entrega el PDF de un documento que este servicio emitió en esta conexión, en base64 o como enlace. La primera vez lo trae del portal; después responde el que quedó guardado, también con un pago pendiente.",
  effect: "live",
  // A stored document is returned in any case; an unpaid bill only keeps it from being fetched.
  pausesWithBilling: false,
  needsConnection: true,
  idempotency: "anew",
  input: z.strictObject({ operacionId: OperacionId, entrega: Entrega }),
  output: z.strictObject({
    operacionId: OperacionHecha,
    tipoDte: TipoDte,
    folio: Folio,
    nombreArchivo: pdfFields.nombreArchivo,
    ...deliveredFields,
  }),
  errors: [
    "too_many_pending",
    "billing_past_due",
    "subscription_required",
    "tributario_emission_not_found",
    ...invoicerErrors,
  ],
  example: {
    input: { operacionId: "oper_01k2exampe0000000000000000" },
    output: {
      operacionId: "oper_01k2exampe0000000000000000",
      tipoDte: 33,
      folio: 500_001,
      nombreArchivo: "dte-33-500001.pdf",
      contenidoBase64: "JVBERi0xLjQ=",
      enlace: null,
    },
  },
  run: async (ctx, { operacionId, entrega }) => {
    const wanted = { operacionId, whyNotFetch: ctx.whyNotFetch };
    const { row, bytes } = await operationFile(ctx, documentTerms, connectionOf(ctx), wanted);
    const { tipoDte, folio } = { tipoDte: row.tipoDte ?? 0, folio: row.folio ?? 0 };
    const nombreArchivo = `dte-${tipoDte}-${folio}.pdf`;
    const given = await handOver(ctx, entrega, { ...fileOf(row), name: nombreArchivo, bytes });
    return { operacionId, tipoDte, folio, nombreArchivo, ...given };
  },
});
