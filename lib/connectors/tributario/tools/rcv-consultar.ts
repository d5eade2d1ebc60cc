import * as z from "zod";
import { Periodo } from "#lib/chile/index.ts";
import { readAtField } from "#lib/contract/bank/index.ts";
import { prefixRange, readTool } from "#lib/contract/index.ts";
import { DocumentoRcv, Estado, Operacion, rcv } from "../store.ts";

export const rcvConsultar = readTool({
  id: "tributario.rcv.consultar",
  title: "Consultar el registro de compras o ventas",
  description:
    "Lista los documentos ya sincronizados del registro de compras o ventas de un mes, del más nuevo al más antiguo. estado es la sección de una compra; las ventas no tienen. Los montos son positivos: multiplica por efecto para sumar: las notas de crédito restan. Los resúmenes mensuales (boletas y otros) vienen como una fila sin folio.",
  alcance: "rcv",
  dataset: rcv,
  row: DocumentoRcv.extend(readAtField),
  filters: z.strictObject({
    periodo: Periodo.describe("Mes AAAA-MM del registro"),
    operacion: Operacion,
    estado: Estado.optional(),
    tipoDoc: z.int().min(1).max(9999).optional().describe("Código del tipo de documento"),
  }),
  where: ({ periodo, operacion, estado, tipoDoc }) => ({
    ...prefixRange(`${operacion}|${periodo}|`),
    match: {
      ...(estado !== undefined && { estado }),
      ...(tipoDoc !== undefined && { tipoDoc }),
    },
  }),
  example: {
    input: { periodo: "2026-08", operacion: "compra" },
    rows: [
      {
        id: "compra|33|51060|76578816-1",
        operacion: "compra",
        periodo: "2026-08",
        estado: "REGISTRO",
        tipoDoc: 33,
        tipoDocNombre: "Factura electrónica",
        folio: 51_060,
        documentos: 1,
        rutContraparte: "76578816-1",
        razonSocial: "Ingeniería Ñuble y Cía. Ltda.",
        fechaEmision: "2026-08-03",
        fechaRecepcion: "2026-08-03",
        fechaAcuse: "2026-08-09",
        fechaReclamo: null,
        montoExento: 0,
        montoNeto: 100_000,
        montoIva: 19_000,
        montoIvaNoRecuperable: 0,
        codigoIvaNoRecuperable: null,
        ivaUsoComun: 0,
        montoActivoFijo: 0,
        ivaActivoFijo: 0,
        otrosImpuestos: [{ codigo: 27, tasa: 10, monto: 10_000 }],
        montoTotal: 129_000,
        efecto: 1,
        ultimaLecturaEn: "2026-08-21T14:00:00.000Z",
      },
    ],
  },
});
