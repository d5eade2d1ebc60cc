import { movementsTool } from "#lib/contract/bank/index.ts";
import { Movimiento, movimientos } from "../store.ts";

export const movimientosConsultar = movementsTool(movimientos, Movimiento, {
  note: "id es estable: sincronizaciones que se traslapan no agregan filas, y dos cargos iguales de un día son dos. No los cuadres con cartolas.consultar, que encadena por fecha contable.",
  example: {
    id: "p3Vq0s8mJ1xYtR4nKc7bZw",
    fecha: "2026-08-11",
    fechaContable: "2026-08-12",
    descripcion: "Pago a proveedor Viña Ñandú & Cía.",
    numeroDocumento: "000412233",
    sucursal: "Ñuñoa",
    numeroCuenta: "55012345678",
    moneda: "CLP",
    monto: 1_234_567,
    type: "credit",
    display: "-$1.234.567",
    saldoContable: 8_765_433,
  },
});
