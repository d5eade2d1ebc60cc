import * as z from "zod";
import { connectionOf, deliveredFields, Entrega, pdfFields } from "#lib/contract/index.ts";
import { actTool, handOver } from "#lib/ledger/index.ts";
import { honorarios, SolicitudId, visitErrors } from "../fee-fields.ts";
import { receiptDocument } from "../receipt-document.ts";

export const honorariosDocumentoObtener = actTool({
  id: "tributario.honorarios_documento.obtener",
  title: "Obtener el PDF de una boleta de honorarios",
  description:
    "Entrega el PDF de una boleta de honorarios que esta credencial pidió y se emitió, en base64 o como enlace: la copia (impresión) de la boleta. Lo guarda 30 días y después lo trae otra vez del portal; si la boleta se anuló, es el marcado como anulado.",
  effect: "live",
  // A stored document is returned in any case; an unpaid bill only keeps it from being fetched.
  pausesWithBilling: false,
  needsConnection: true,
  idempotency: "anew",
  ...honorarios,
  input: z.strictObject({ solicitudId: SolicitudId, entrega: Entrega }),
  output: z.strictObject({
    folio: z.int().describe("Número de la boleta"),
    codigoBarras: z.string().describe("Nombra la boleta en el portal"),
    documentVersion: z.int().describe("1 emitida, 2 marcada como anulada"),
    ...pdfFields,
    ...deliveredFields,
    guardadoHasta: z.iso
      .datetime()
      .nullable()
      .describe("Hasta entonces se guarda aquí; después se trae otra vez del portal"),
  }),
  errors: [
    "too_many_pending",
    "billing_past_due",
    "subscription_required",
    "honorarios_request_not_found",
    ...visitErrors,
  ],
  example: {
    input: { solicitudId: "hon_01k2exampe0000000000000000" },
    output: {
      folio: 121,
      codigoBarras: "7655583520001214941",
      documentVersion: 1,
      nombreArchivo: "boleta-honorarios-121.pdf",
      tamanoBytes: 8,
      sha256: "9f2c".repeat(16),
      contenidoBase64: "JVBERi0xLjQ=",
      enlace: null,
      guardadoHasta: "2026-09-19T14:00:00.000Z",
    },
  },
  run: async (ctx, { solicitudId, entrega }) => {
    const wanted = { solicitudId, whyNotFetch: ctx.whyNotFetch };
    const found = await receiptDocument(ctx, connectionOf(ctx), wanted);
    const { file, bytes, ...document } = found;
    const nombreArchivo = `boleta-honorarios-${document.folio}.pdf`;
    const given = await handOver(ctx, entrega, { ...file, name: nombreArchivo, bytes });
    return { ...document, nombreArchivo, tamanoBytes: bytes.length, ...given };
  },
});
