import * as z from "zod";
import { tool } from "#lib/contract/index.ts";

export const enlaceAnular = tool({
  id: "conexiones.enlace.anular",
  title: "Anular un enlace de conexión",
  description:
    "Anula un enlace que ya no debe usarse, por ejemplo porque la url llegó a quien no debía. Desde ese momento la página no recibe nada, y si una persona lo está usando no se guarda lo que escribió ni se crea una conexión. Un enlace ya usado no se anula: su conexión queda. Anular otra vez no cambia nada.",
  effect: "write",
  needsConnection: false,
  input: z.strictObject({
    enlaceId: z.string().min(1).max(64).describe("De conexiones.enlaces.listar"),
  }),
  output: z.strictObject({
    enlaceId: z.string().describe("El que se anuló"),
    estado: z.literal("anulado").describe("Ya no recibe nada, ni se puede reabrir"),
  }),
  errors: [],
  example: {
    input: { enlaceId: "cs_01k2ap4m7c5xj0h8rztwq6e9vd" },
    output: { enlaceId: "cs_01k2ap4m7c5xj0h8rztwq6e9vd", estado: "anulado" },
  },
  run: async ({ services }, { enlaceId }) => {
    await services.links.annul(enlaceId);
    return { enlaceId, estado: "anulado" as const };
  },
});
