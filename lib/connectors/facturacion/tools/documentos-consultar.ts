import * as z from "zod";
import { Periodo } from "#lib/chile/index.ts";
import { readAtField } from "#lib/contract/bank/index.ts";
import { prefixRange, readTool } from "#lib/contract/index.ts";
import { Documento, documentos, EstadoDocumento, LadoDocumento } from "../store.ts";

export const documentosConsultar = readTool({
  id: "facturacion.documentos.consultar",
  title: "Consultar documentos del sistema de facturación",
  description:
    "Lista los documentos tributarios que la empresa emitió o recibió en su sistema de facturación y que ya se sincronizaron, del más nuevo al más antiguo, con lo que respondió la autoridad: emitido aún espera, aceptado y reparos valen, rechazado no. No consulta el sistema. Lista vacía si el periodo nunca se sincronizó.",
  alcance: "documentos",
  dataset: documentos,
  row: Documento.extend(readAtField),
  filters: z.strictObject({
    periodo: Periodo.describe("Mes de emisión AAAA-MM"),
    lado: LadoDocumento.describe("emitidos o recibidos por la empresa"),
    tipoDte: z.int().min(1).max(999).optional().describe("Código del tipo de documento"),
    estado: EstadoDocumento.optional(),
  }),
  where: ({ periodo, lado, tipoDte, estado }) => ({
    ...prefixRange(`${lado}|${periodo}|`),
    match: { ...(tipoDte !== undefined && { tipoDte }), ...(estado !== undefined && { estado }) },
  }),
  example: {
    input: { periodo: "2026-08", lado: "emitidos" },
    rows: [
      {
        id: "8b1d6a52-5f0e-4c57-9a53-0f6a2f4c9d11",
        lado: "emitidos",
        tipoDte: 33,
        folio: 7012,
        fechaEmision: "2026-08-10",
        rutEmisor: "76555835-2",
        rutReceptor: "76177907-9",
        razonSocial: "Viñedos Aguas Frías SpA",
        montoNeto: 1_000,
        montoExento: 0,
        montoIva: 190,
        montoTotal: 1_190,
        display: "$1.190",
        estado: "aceptado",
        estadoAutoridadEn: "2026-08-10T15:02:00.000Z",
        trackId: "1c0a4b1e-3f3a-4f83-8c4a-5f6b7e2d9a10",
        glosaAutoridad: "DTE ACEPTADO OK",
        referencia: null,
        pdfDisponible: true,
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
