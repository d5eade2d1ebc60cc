import * as z from "zod";
import { movementFilters, readAtField, whereRows } from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { Movimiento, movimientos } from "../store.ts";

export const movimientosConsultar = readTool({
  id: "banco_c.movimientos.consultar",
  title: "Consultar movimientos guardados",
  description:
    "Lista los movimientos ya sincronizados, del más nuevo al más antiguo, con filtros por mes, días, cuenta y type. id es estable: sincronizaciones que se traslapan no agregan filas, y dos cargos iguales de un día son dos. Lee solo lo guardado: una lista vacía puede ser un periodo que nunca se sincronizó (banco_c.conexion.sincronizar lo trae). numeroCuenta sale de banco_c.cuentas.consultar. No los cuadres con cartolas.consultar, que encadena por fecha contable.",
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
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
