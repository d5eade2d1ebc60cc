import * as z from "zod";
import { movementFilters, readAtField, whereRows } from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { completoOf } from "../completo.ts";
import { Movimiento, movimientos, movimientosVigentes } from "../store.ts";

const completo = z
  .boolean()
  .nullable()
  .describe(
    "Si la última sincronización de ese periodo trajo todo: false es que faltan filas; null, sin periodo o nunca sincronizado",
  );

export const movimientosConsultar = readTool({
  id: "banco_d.movimientos.consultar",
  title: "Consultar movimientos guardados",
  description:
    "Lista los movimientos ya sincronizados, del más nuevo al más antiguo, con filtros por mes, días, cuenta y type. Con periodo, completo dice si están todos: el banco corta en 1.000 por cuenta. Una corrección del banco llega como fila nueva junto a la que corrige (mismo día, documento y lado, y el saldo se mueve solo en la diferencia); vale la de mayor ultimaLecturaEn, y soloVigentes: true deja solo las que valen: úsalo para sumar. Lee solo lo guardado: una lista vacía puede ser un periodo que nunca se sincronizó (banco_d.conexion.sincronizar lo trae). numeroCuenta sale de banco_d.cuentas.consultar.",
  alcance: "movimientos",
  dataset: movimientos,
  datasetFor: ({ soloVigentes }) => (soloVigentes ? movimientosVigentes : movimientos),
  counted: movimientosVigentes,
  row: Movimiento.extend({ ...readAtField, completo }),
  filters: z.strictObject({
    ...movementFilters,
    soloVigentes: z
      .boolean()
      .default(false)
      .describe("true: sin las filas que el banco corrigió después, ni las que retiró"),
  }),
  where: whereRows,
  extend: {
    output: { completo },
    answer: (coverage, { periodo, numeroCuenta }) => ({
      completo: completoOf(coverage, { periodo, numeroCuenta }),
    }),
    row: ({ numeroCuenta }, coverage, { periodo }) => ({
      completo: completoOf(coverage, { periodo, numeroCuenta: String(numeroCuenta) }),
    }),
    example: { completo: true },
  },
  example: {
    input: { periodo: "2026-08", soloVigentes: true },
    rows: [
      {
        id: "p3Vq0s8mJ1xYtR4nKc7bZw",
        fecha: "2026-08-11",
        ingreso: "2026-08-12T10:30:48",
        descripcion: "Pago factura Viña Ñandú & Cía.",
        numeroDocumento: "00412233",
        numeroCuenta: "34946893947",
        moneda: "CLP",
        monto: 1_234_567,
        type: "credit",
        display: "-$1.234.567",
        saldoContable: 8_765_433,
        ultimaLecturaEn: "2026-08-12T14:00:00.000Z",
        completo: true,
      },
    ],
  },
});
