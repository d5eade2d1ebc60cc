import * as z from "zod";
import { actTool } from "#lib/ledger/index.ts";
import { Destinatario, recipientOf } from "../folder-recipient.ts";
import { proposeRecipient } from "../recipients.ts";

export const carpetaDestinatarioConfigurar = actTool({
  id: "tributario.carpeta_destinatario.configurar",
  title: "Proponer el destinatario de la carpeta tributaria",
  description:
    "Propone a quién se envían las carpetas tributarias de la organización y con qué correo. Queda pendiente hasta que un dueño o administrador lo confirma en el panel: quien llama no puede confirmarlo. Mientras tanto sigue el confirmado antes, si lo hay. Repetir lo mismo no crea otra propuesta.",
  effect: "write",
  needsWrite: true,
  needsConnection: true,
  alcance: "carpeta",
  input: Destinatario,
  output: z.strictObject({
    estado: z
      .enum(["pendiente", "confirmado"])
      .describe("pendiente: falta que una persona lo confirme en el panel"),
    revision: z.int().describe("Número de la propuesta; otro destinatario tiene uno mayor"),
  }),
  errors: ["collection_not_enabled"],
  example: {
    input: { otroNombre: "Arriendos", correo: "a@example.com", entrega: "destinatario" },
    output: { estado: "pendiente", revision: 1 },
  },
  run: (ctx, input) => proposeRecipient(ctx, recipientOf(input)),
});
