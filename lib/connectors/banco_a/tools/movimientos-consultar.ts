import * as z from "zod";
import { movementFilters, readAtField, whereRows } from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { Movimiento, movimientos } from "../store.ts";

export const movimientosConsultar = readTool({
  id: "banco_a.movimientos.consultar",
  title: "Consultar movimientos guardados",
  description:
    "Lista los movimientos ya sincronizados, del más nuevo al más antiguo, con filtros por mes, días, cuenta y type. Lee solo lo guardado: no entra al banco ni sincroniza, y una lista vacía puede ser un periodo que nunca se sincronizó (banco_a.conexion.sincronizar lo trae). numeroCuenta sale de banco_a.cuentas.consultar.",
  alcance: "movimientos",
  dataset: movimientos,
  row: Movimiento.extend(readAtField),
  filters: z.strictObject(movementFilters),
  where: whereRows,
  example: {
    input: { periodo: "2026-08", type: "credit" },
    rows: [
      {
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
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
