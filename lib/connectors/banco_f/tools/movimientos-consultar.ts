import * as z from "zod";
import { movementFilters, whereRows } from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { counterpartyOf } from "../parse/counterparty.ts";
import { Movimiento, movimientos, observedAtField } from "../store.ts";

export const movimientosConsultar = readTool({
  id: "banco_f.movimientos.consultar",
  title: "Consultar movimientos guardados",
  description:
    "Lista los movimientos ya sincronizados, del más nuevo al más antiguo, con filtros por mes, días, cuenta y type (el eje débito/crédito del libro del banco). counterparty se deduce de los textos guardados y es null cuando son ambiguos (dos RUT distintos) o de un formato no soportado; counterpartySource dice de qué texto salió. Lee solo lo guardado: una lista vacía puede ser un periodo que nunca se sincronizó (banco_f.conexion.sincronizar lo trae). numeroCuenta sale de banco_f.cuentas.consultar.",
  alcance: "movimientos",
  dataset: movimientos,
  row: Movimiento.extend(observedAtField),
  filters: z.strictObject(movementFilters),
  where: whereRows,
  present: ({ detalle, transferencia, ...row }) => ({
    ...row,
    ...counterpartyOf({ glosa: row.descripcion, detalle, transferencia }),
  }),
  example: {
    input: { periodo: "2026-08", type: "credit" },
    rows: [
      {
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
        observedAt: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
