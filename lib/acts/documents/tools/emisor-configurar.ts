import * as z from "zod";
import { connectionOf } from "#lib/contract/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { configurado } from "../invoicer-fields.ts";
import { configureIssuer } from "../issuer-profile.ts";

export const emisorConfigurar = actTool({
  id: "tributario.emisor.configurar",
  title: "Configurar los datos del emisor",
  description:
    "Elige con qué actividad, dirección y ciudad emite la empresa, entre las que ofrece el formulario del facturador. Sin configurar se usa lo que el portal trae elegido. Una vista previa hecha antes del cambio ya no se puede emitir.",
  effect: "write",
  needsConnection: true,
  input: z.strictObject({
    actividad: z
      .string()
      .regex(/^\d{3,6}$/, { error: "3 to 6 digits" })
      .describe("Código de la actividad económica"),
    direccion: z.string().trim().min(1).max(80).describe("Calle y número del emisor"),
    ciudad: z.string().trim().min(1).max(40).describe("Ciudad del emisor"),
  }),
  output: z.strictObject({
    actividad: z.string().describe("Código de la actividad económica con que se emitirá"),
    direccion: z.string().describe("La que llevarán los documentos desde ahora"),
    ciudad: z.string().describe("La que llevarán los documentos desde ahora"),
    ...configurado,
  }),
  errors: [],
  example: {
    input: { actividad: "692000", direccion: "Av. Los Ñandúes 4641", ciudad: "Santiago" },
    output: {
      actividad: "692000",
      direccion: "Av. Los Ñandúes 4641",
      ciudad: "Santiago",
      revision: "3f2a91c07be45d18",
      actualizadoEn: "2026-08-20T14:00:00.000Z",
    },
  },
  run: (ctx, input) => configureIssuer(ctx, connectionOf(ctx).id, input),
});
