import { movementsTool } from "#lib/contract/bank/index.ts";
import { counterpartyOf } from "../parse/counterparty.ts";
import { Movimiento, movimientos } from "../store.ts";

export const movimientosConsultar = movementsTool(movimientos, Movimiento, {
  note: "type es el eje débito/crédito del libro del banco. counterparty se deduce de los textos guardados y es null cuando son ambiguos (dos RUT distintos) o de un formato no soportado; counterpartySource dice de qué texto salió.",
  present: ({ detalle, transferencia, ...row }) => ({
    ...row,
    ...counterpartyOf({ glosa: row.descripcion, detalle, transferencia }),
  }),
  example: {
    id: "k2Wd0s8mJ1xYtR4nKc7bZw",
    fecha: "2026-08-11",
    descripcion: "TEF A VIÑA ÑANDÚ & CÍA. LTDA. 76.555.835-2 BANCO ALERCE CTA 3775330875",
    numeroDocumento: "000412233",
    saldo: 8_765_433,
    numeroCuenta: "90012345678",
    currency: "CLP",
    monto: 1_234_567,
    type: "credit",
    display: "-$1.234.567",
    counterparty: {
      rut: "76555835-2",
      nombre: "VIÑA ÑANDÚ & CÍA. LTDA.",
      banco: "BANCO ALERCE",
      numeroCuenta: "3775330875",
    },
    counterpartySource: "glosa",
  },
});
