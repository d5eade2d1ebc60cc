import * as z from "zod";

/** How a caller wants a PDF delivered. */
export const Entrega = z
  .enum(["contenido", "enlace"])
  .default("contenido")
  .describe(
    "`enlace`: en vez del contenido, un enlace que sirve una vez, 5 minutos y con esta misma credencial. Por MCP, lo que pasa de 60 KB llega siempre como enlace",
  );
export type Entrega = z.infer<typeof Entrega>;

/** What is said about a PDF in addition to its content. */
export const pdfFields = {
  nombreArchivo: z.string().describe("Con el que conviene guardarlo, terminado en .pdf"),
  tamanoBytes: z.int().describe("Del PDF mismo, no de su base64"),
  sha256: z.string().describe("Del PDF, en hexadecimal: con él se comprueba lo recibido"),
};

/** The PDF in its answer: one of the two is null. */
export const deliveredFields = {
  contenidoBase64: z.base64().nullable().describe("El PDF; null si va como enlace"),
  enlace: z
    .strictObject({
      url: z.url().describe("Sirve una sola vez"),
      expiraEn: z.iso.datetime().describe("Cinco minutos después; pasado, pide otro"),
    })
    .nullable()
    .describe("Con `entrega: enlace`: un GET con la misma credencial responde el PDF"),
};

export interface Delivered {
  contenidoBase64: string | null;
  enlace: { url: string; expiraEn: string } | null;
}
