import * as z from "zod";
import { Fecha } from "#lib/chile/index.ts";
import { readAtField } from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { certificado, certificadoKey, folios, RangoFolios } from "../store.ts";

export const foliosConsultar = readTool({
  id: "facturacion.folios.consultar",
  title: "Consultar folios",
  description:
    "Lista los rangos de folios que la autoridad autorizó a la empresa en su sistema de facturación, ya sincronizados, con los que quedan, su vencimiento y el del certificado digital. No consulta el sistema: sincroniza el módulo folios para verlos al día.",
  alcance: "folios",
  momentary: true,
  dataset: folios,
  row: RangoFolios.extend(readAtField),
  filters: z.strictObject({
    tipoDte: z.int().min(1).max(999).optional().describe("Código del tipo de documento"),
    soloVigentes: z.boolean().optional().describe("true: solo los que aún sirven para emitir"),
  }),
  where: ({ tipoDte, soloVigentes = false }) => ({
    match: { ...(tipoDte !== undefined && { tipoDte }), ...(soloVigentes && { vigente: true }) },
  }),
  extend: {
    along: { dataset: certificado.id, id: certificadoKey },
    output: {
      certificadoVence: Fecha.nullable().describe("Último día del certificado; null: no se sabe"),
    },
    answer: (_coverage, _filters, along) => ({
      certificadoVence: along?.["certificadoVence"] ?? null,
    }),
    example: { certificadoVence: "2027-12-31" },
  },
  example: {
    input: { tipoDte: 33 },
    rows: [
      {
        tipoDte: 33,
        desde: 7001,
        hasta: 7640,
        siguiente: 7013,
        disponibles: 628,
        fechaAutorizacion: "2026-07-02",
        fechaVencimiento: "2027-01-02",
        estado: "vigente",
        vigente: true,
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
