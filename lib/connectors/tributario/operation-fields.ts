import * as z from "zod";
import { Prueba, Recibo, reciboEjemplo, Totales } from "#lib/contract/documents/index.ts";

/** What became of an emission, as `dte_emision.consultar` and `emision.reconciliar` answer it. */
export const Emision = z.strictObject({
  operacionId: z.string(),
  estado: z
    .enum(["en_cola", "en_curso", "emitido", "rechazado", "desconocido", "liberado"])
    .describe(
      "desconocido: pudo emitirse y aún no se sabe; liberado: no se envió nada y la clave sirve otra vez",
    ),
  kind: z.enum(["dte", "anulacion", "boleta"]),
  tipoDte: z.int(),
  folio: z.int().nullable(),
  prueba: Prueba.nullable(),
  totales: Totales.nullable(),
  recibo: Recibo.nullable(),
  creadaEn: z.iso.datetime(),
  enviadaEn: z.iso.datetime().nullable().describe("Cuándo se cruzó el punto sin vuelta"),
  terminadaEn: z.iso.datetime().nullable(),
  evidencia: z.array(
    z.strictObject({
      paso: z.string(),
      en: z.iso.datetime(),
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
        .strictObject({ listados: z.int(), coinciden: z.int(), candidatos: z.int() })
        .nullable()
        .describe("Lo que mostró la lista de documentos emitidos"),
    }),
  ),
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
