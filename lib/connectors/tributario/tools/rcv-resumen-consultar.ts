import * as z from "zod";
import { Periodo } from "#lib/chile/index.ts";
import { readAtField } from "#lib/contract/bank/index.ts";
import { prefixRange, readTool } from "#lib/contract/index.ts";
import { Estado, Operacion, rcvResumen, ResumenRcv } from "../store.ts";

export const rcvResumenConsultar = readTool({
  id: "tributario.rcv_resumen.consultar",
  title: "Consultar el resumen del registro",
  description:
    "Entrega las sumas por tipo de documento que muestra el registro de compras o ventas de un mes ya sincronizado. Los montos son positivos y efecto dice si restan. Lista vacía si el periodo nunca se sincronizó.",
  alcance: "rcv",
  dataset: rcvResumen,
  row: ResumenRcv.extend(readAtField),
  filters: z.strictObject({
    periodo: Periodo.describe("Mes AAAA-MM del registro"),
    operacion: Operacion,
    estado: Estado.optional(),
  }),
  where: ({ periodo, operacion, estado }) =>
    prefixRange(`${operacion}|${periodo}|${estado === undefined ? "" : `${estado}|`}`),
  example: {
    input: { periodo: "2026-08", operacion: "venta" },
    rows: [
      {
        operacion: "venta",
        periodo: "2026-08",
        estado: null,
        tipoDoc: 33,
        tipoDocNombre: "Factura electrónica",
        documentos: 27,
        montoExento: 0,
        montoNeto: 1_000_000,
        montoIva: 190_000,
        montoTotal: 1_190_000,
        efecto: 1,
        ultimaLecturaEn: "2026-08-21T14:00:00.000Z",
      },
    ],
  },
});
