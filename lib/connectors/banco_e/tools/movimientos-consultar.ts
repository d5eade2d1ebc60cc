import * as z from "zod";
import { movementFilters, readAtField, whereRows } from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { Movimiento, movimientos } from "../store.ts";

export const movimientosConsultar = readTool({
  id: "banco_e.movimientos.consultar",
  title: "Consultar movimientos guardados",
  description:
    "Lista los movimientos ya sincronizados, del más nuevo al más antiguo, con filtros por mes, días, cuenta y type. Dos cargos iguales de un día son dos. saldoContable viene solo en el último movimiento de cada día: null es que el banco no lo da, no que sea cero. Lee solo lo guardado: una lista vacía puede ser un periodo que nunca se sincronizó (banco_e.conexion.sincronizar lo trae). numeroCuenta sale de banco_e.cuentas.consultar.",
  alcance: "movimientos",
  dataset: movimientos,
  row: Movimiento.extend(readAtField),
  filters: z.strictObject(movementFilters),
  where: whereRows,
  example: {
    input: { periodo: "2026-08", type: "debit" },
    rows: [
      {
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
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
