import * as z from "zod";
import { Cuenta, readAtField } from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { cuentas } from "../store.ts";

export const cuentasConsultar = readTool({
  id: "banco_a.cuentas.consultar",
  title: "Consultar cuentas guardadas",
  description:
    "Lista las cuentas que el banco mostró en la última sincronización de cualquier módulo. De aquí sale numeroCuenta para filtrar movimientos y saldos. Lista vacía si la conexión nunca se sincronizó.",
  dataset: cuentas,
  row: Cuenta.extend(readAtField),
  filters: z.strictObject({}),
  where: () => ({}),
  example: {
    input: {},
    rows: [
      {
        numeroCuenta: "70012345678",
        tipo: "Cuenta Corriente",
        moneda: "CLP",
        estado: "Vigente",
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
