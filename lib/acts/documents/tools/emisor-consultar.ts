import * as z from "zod";
import { connectionOf, portalText } from "#lib/contract/index.ts";
import { actTool } from "#lib/ledger/index.ts";
import { configurado } from "../invoicer-fields.ts";
import { findIssuerProfile } from "../issuer-profile.ts";

export const emisorConsultar = actTool({
  id: "tributario.emisor.consultar",
  title: "Consultar los datos del emisor",
  description:
    "Responde la actividad, dirección y ciudad configuradas para emitir en esta conexión, o null si no se configuraron y el portal usa las suyas. No contacta el portal.",
  effect: "read",
  needsConnection: true,
  input: z.strictObject({}),
  output: z.strictObject({
    emisor: z
      .strictObject({
        actividad: portalText("Actividad económica que se configuró"),
        direccion: portalText("Dirección que se configuró"),
        ciudad: portalText("Ciudad que se configuró"),
        ...configurado,
      })
      .nullable()
      .describe("null: no se configuró y se emite con los del portal"),
  }),
  errors: [],
  example: {
    input: {},
    output: {
      emisor: {
        actividad: "692000",
        direccion: "Av. Los Ñandúes 4641",
        ciudad: "Santiago",
        revision: "3f2a91c07be45d18",
        actualizadoEn: "2026-08-20T14:00:00.000Z",
      },
    },
  },
  run: async (ctx) => ({ emisor: await findIssuerProfile(ctx, connectionOf(ctx).id) }),
});
