import * as z from "zod";
import {
  OperacionHecha,
  PruebaFolio,
  Recibo,
  reciboEjemplo,
  TipoDte,
  Totales,
} from "#lib/contract/documents/index.ts";

/** The outcome of an emission, as `dte_emision.consultar` and `emision.reconciliar` return it. */
export const Emision = z.strictObject({
  operacionId: OperacionHecha,
  estado: z
    .enum(["en_cola", "en_curso", "emitido", "rechazado", "desconocido", "liberado"])
    .describe(
      "desconocido: pudo emitirse y aún no se sabe; liberado: no se envió nada y la clave sirve otra vez",
    ),
  kind: z
    .enum(["dte", "anulacion", "boleta"])
    .describe("La herramienta emitir con que se pidió: dte, anulacion o boleta"),
  tipoDte: TipoDte,
  folio: z.int().nullable().describe("null mientras no conste emitido"),
  prueba: PruebaFolio.nullable(),
  totales: Totales.nullable(),
  recibo: Recibo.nullable(),
  creadaEn: z.iso.datetime().describe("Cuándo se pidió, en UTC"),
  enviadaEn: z.iso.datetime().nullable().describe("Cuándo se cruzó el punto sin vuelta"),
  terminadaEn: z.iso
    .datetime()
    .nullable()
    .describe("Cuándo se supo en qué quedó; null mientras no se sabe"),
  evidencia: z
    .array(
      z.strictObject({
        paso: z
          .string()
          .describe(
            "preview, propose, sign, send: lo que se hizo; answer, issued_list: lo que se vio",
          ),
        en: z.iso.datetime().describe("En UTC"),
        folioRespondido: z
          .int()
          .nullable()
          .describe(
            "El folio de la respuesta del portal al envío: un indicio; la prueba es la lista",
          ),
        rechazado: z
          .boolean()
          .describe(
            "true si el portal respondió que no lo emitió: un indicio; la prueba es que la lista no lo muestre",
          ),
        lista: z
          .strictObject({
            listados: z.int().describe("Los que mostró, del mismo tipo y día"),
            coinciden: z.int().describe("De ellos, los de igual receptor y total"),
            candidatos: z
              .int()
              .describe("De los que coinciden, los nuevos que no son de otra operación"),
          })
          .nullable()
          .describe("Lo que mostró la lista de documentos emitidos"),
      }),
    )
    .describe("Los pasos, del primero al último"),
});

export const emisionEjemplo: z.infer<typeof Emision> = {
  operacionId: "oper_01k2exampe0000000000000000",
  estado: "emitido",
  kind: "dte",
  tipoDte: 33,
  folio: 500_001,
  prueba: "respuesta",
  totales: { neto: 1_000, exento: 0, iva: 190, total: 1_190 },
  recibo: reciboEjemplo,
  creadaEn: "2026-08-20T14:00:00.000Z",
  enviadaEn: "2026-08-20T14:00:04.000Z",
  terminadaEn: "2026-08-20T14:00:06.000Z",
  evidencia: [
    {
      paso: "send",
      en: "2026-08-20T14:00:04.000Z",
      folioRespondido: null,
      rechazado: false,
      lista: null,
    },
    {
      paso: "answer",
      en: "2026-08-20T14:00:05.000Z",
      folioRespondido: 500_001,
      rechazado: false,
      lista: null,
    },
    {
      paso: "issued_list",
      en: "2026-08-20T14:00:05.000Z",
      folioRespondido: null,
      rechazado: false,
      lista: { listados: 3, coinciden: 1, candidatos: 1 },
    },
  ],
};
