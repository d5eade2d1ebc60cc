import { movementsTool } from "#lib/contract/bank/index.ts";
import { Movimiento, movimientos } from "../store.ts";

export const movimientosConsultar = movementsTool(movimientos, Movimiento, {
  example: {
    id: "p3Vq0s8mJ1xYtR4nKc7bZw",
    fecha: "2026-08-11",
    descripcion: "Pago a proveedor Viña Ñandú & Cía.",
    numeroDocumento: "00412233",
    sucursal: "Ñuñoa",
    numeroCuenta: "70012345678",
    moneda: "CLP",
    monto: 1_234_567,
    type: "credit",
    display: "-$1.234.567",
    saldo: 8_765_433,
  },
});
