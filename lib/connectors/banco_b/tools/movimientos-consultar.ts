import { movementsTool } from "#lib/contract/bank/index.ts";
import { Movimiento, movimientos } from "../store.ts";

export const movimientosConsultar = movementsTool(movimientos, Movimiento, {
  note: "Sin periodo, los de todos los meses sincronizados. Los resultados se pueden sumar: ningún movimiento está dos veces, y dos cargos iguales de un día son dos.",
  example: {
    id: "p3Vq0s8mJ1xYtR4nKc7bZw",
    fecha: "2026-08-11",
    descripcion: "PAGO PROVEEDOR Viña Ñandú & Cía.",
    numeroDocumento: "00412233",
    numeroCuenta: "75197792669",
    moneda: "CLP",
    monto: 1_234_567,
    type: "credit",
    display: "-$1.234.567",
  },
});
