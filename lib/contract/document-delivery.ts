import * as z from "zod";

/** How a tool that hands out a PDF is asked for it. */
export const Entrega = z
  .enum(["contenido", "enlace"])
  .default("contenido")
  .describe(
    "`enlace`: en vez del contenido, un enlace que sirve una vez, 5 minutos y con esta misma credencial. Por MCP, lo que pasa de 60 KB llega siempre como enlace",
  );
export type Entrega = z.infer<typeof Entrega>;

/** The PDF in its answer: one of the two is null. */
export const deliveredFields = {
  contenidoBase64: z.base64().nullable(),
  enlace: z
    .strictObject({ url: z.url(), expiraEn: z.iso.datetime() })
    .nullable()
    .describe("Con `entrega: enlace`: un GET con la misma credencial responde el PDF"),
};

export interface Delivered {
  contenidoBase64: string | null;
  enlace: { url: string; expiraEn: string } | null;
}
