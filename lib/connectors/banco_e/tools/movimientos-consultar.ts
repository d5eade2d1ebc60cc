import { movementsTool } from "#lib/contract/bank/index.ts";
import { Movimiento, movimientos } from "../store.ts";

export const movimientosConsultar = movementsTool(movimientos, Movimiento, {
  note: "Dos cargos iguales de un día son dos. saldoContable viene solo en el último movimiento de cada día: null es que el banco no lo da, no que sea cero.",
  example: {
    id: "b9Kq0s8mJ1xYtR4nKc7bZw",
    fecha: "2026-08-11",
    fechaContable: "2026-08-12",
    descripcion: "Pago de cliente Viña Ñandú & Cía.",
    numeroDocumento: "000412233",
    sucursal: "Ñuñoa",
    numeroCuenta: "24012345678",
    moneda: "CLP",
    monto: 1_234_567,
    type: "debit",
    display: "$1.234.567",
    saldoContable: null,
  },
});
