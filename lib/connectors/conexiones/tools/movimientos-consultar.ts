import * as z from "zod";
import {
  dayFilters,
  exampleReadAt,
  movementShape,
  movementType,
  periodoFilter,
  readAtField,
} from "#lib/contract/bank/index.ts";
import { acrossTool } from "#lib/contract/index.ts";

const row = z.strictObject({ ...movementShape, ...readAtField });

export const movimientosConsultar = acrossTool({
  id: "conexiones.movimientos.consultar",
  title: "Consultar movimientos de varias cuentas bancarias a la vez",
  description:
    "Lista como uno solo los movimientos ya sincronizados de todas las conexiones bancarias que nombres, del más nuevo al más antiguo, con los campos que todos los bancos tienen. Para muchas filas usa campos, formato columnas y totales: true, que suma todo el filtro por conexión, cuenta, moneda y type. coberturas dice de cada conexión si lo pedido está completo y, si no, con qué llamada se trae; omitidas, cuáles no se leyeron y por qué. De un movimiento que su banco corrigió trae solo la fila que vale. Cada conexión leída gasta una llamada de su cuota. Los ids salen de conexiones.estado.consultar.",
  alcance: "movimientos",
  momentary: false,
  list: "movimientos",
  row,
  present: ({ moneda, currency, ...payload }) => ({
    ...Object.fromEntries(
      Object.keys(movementShape).map((field) => [field, payload[field] ?? null]),
    ),
    moneda: moneda ?? currency,
  }),
  filters: z.strictObject({ ...periodoFilter, ...dayFilters, type: movementType.optional() }),
  match: ({ type }) => (type === undefined ? undefined : { type }),
  example: {
    input: { conexiones: ["conn_01k2ap4m7c5xj0h8rztwq6e9vd"], periodo: "2026-08" },
    rows: [
      {
        conexionId: "conn_01k2ap4m7c5xj0h8rztwq6e9vd",
        sistema: "banco_a",
        id: "p3Vq0s8mJ1xYtR4nKc7bZw",
        fecha: "2026-08-11",
        descripcion: "Pago factura Viña Ñandú & Cía.",
        numeroDocumento: "00412233",
        numeroCuenta: "70012345678",
        moneda: "CLP",
        monto: 1_234_567,
        type: "credit",
        display: "-$1.234.567",
        ultimaLecturaEn: exampleReadAt,
      },
    ],
  },
});
