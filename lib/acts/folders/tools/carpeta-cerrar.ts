import * as z from "zod";
import { connectionOf } from "#lib/contract/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { folderErrors, CarpetaId } from "../folder-fields.ts";
import { closeFolder } from "../close-folder.ts";

export const carpetaCerrar = actTool({
  id: "tributario.carpeta.cerrar",
  title: "Cerrar una carpeta tributaria",
  description:
    "Termina antes de tiempo con una carpeta que quien llama pidió: nuestra copia se destruye de inmediato, y al destinatario se le quita el acceso en el portal. Responde cerrada cuando el portal lo muestra; con collection_cleanup_pending el servicio sigue intentando, y la misma llamada lo confirma. Cerrarla dos veces no hace daño.",
  effect: "destructive",
  // Access for others can be revoked even with an unpaid bill.
  pausesWithBilling: false,
  needsConnection: true,
  alcance: "carpeta",
  input: z.strictObject({ solicitudId: CarpetaId }),
  output: z.strictObject({
    estado: z.literal("cerrada").describe("El portal ya muestra que el destinatario no entra"),
  }),
  errors: [
    "collection_not_found",
    "collection_expired",
    "collection_inconclusive",
    "collection_cleanup_pending",
    ...folderErrors,
  ],
  example: {
    input: { solicitudId: "carp_01k2exampe0000000000000000" },
    output: { estado: "cerrada" },
  },
  run: (ctx, { solicitudId }) => closeFolder(ctx, connectionOf(ctx), solicitudId),
});
