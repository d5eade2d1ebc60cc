import * as z from "zod";
import {
  connectionOf,
  deliveredFields,
  Entrega,
  pdfFields,
  mostDownloads,
} from "#lib/contract/index.ts";
import { actTool, handOver } from "#lib/ledger/index.ts";
import { CarpetaId } from "../folder-fields.ts";
import { takeDocument } from "../take-document.ts";

export const carpetaDocumentoObtener = actTool({
  id: "tributario.carpeta_documento.obtener",
  title: "Obtener el PDF de la carpeta tributaria",
  description: `Entrega el PDF de una carpeta que quien llama pidió, en base64 o como enlace, hasta ${mostDownloads} veces en total y hasta que vence. Solo si el destinatario se confirmó con entrega destinatario_y_servicio. Si el documento no pasó las revisiones, el código dice cuál.`,
  effect: "live",
  // A stored document is returned in any case, and its answer is not kept under a key.
  pausesWithBilling: false,
  idempotency: "ledger",
  needsConnection: true,
  alcance: "carpeta",
  input: z.strictObject({ solicitudId: CarpetaId, entrega: Entrega }),
  output: z.strictObject({
    tamanoBytes: pdfFields.tamanoBytes,
    sha256: pdfFields.sha256,
    ...deliveredFields,
    descargasRestantes: z.int().describe(`Veces que aún se puede obtener, de ${mostDownloads}`),
  }),
  errors: [
    "collection_not_found",
    "collection_scope_forbidden",
    "collection_expired",
    "collection_inconclusive",
    "collection_identity_mismatch",
    "collection_document_invalid",
    "collection_document_too_large",
  ],
  example: {
    input: { solicitudId: "carp_01k2exampe0000000000000000" },
    output: {
      tamanoBytes: 512_004,
      sha256: "0f".repeat(32),
      contenidoBase64: "JVBERi0xLjQ=",
      enlace: null,
      descargasRestantes: 4,
    },
  },
  run: async (ctx, { solicitudId, entrega }) => {
    const wanted = { connectionId: connectionOf(ctx).id, solicitudId };
    const { file, request, bytes, left } = await takeDocument(ctx, wanted);
    const name = `carpeta-${request.code ?? request.id}.pdf`;
    return {
      tamanoBytes: bytes.length,
      sha256: request.documentSha256 ?? "",
      ...(await handOver(ctx, entrega, { ...file, name, bytes })),
      descargasRestantes: left,
    };
  },
});
