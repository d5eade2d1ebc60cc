import * as z from "zod";
import type { Dataset } from "../dataset.ts";
import { readTool } from "../read-tool.ts";
import type { Tool } from "../tool.ts";
import { Cuenta } from "./accounts.ts";
import { readAtField } from "./fields.ts";

/** The list of accounts that every bank has; `ejemplo` is a number and a type as this one writes them. */
export function accountsTool(
  connector: string,
  dataset: Dataset<Cuenta>,
  ejemplo: { numeroCuenta: string; tipo: string },
): Tool {
  return readTool({
    id: `${connector}.cuentas.consultar`,
    title: "Consultar cuentas guardadas",
    description:
      "Lista las cuentas que el banco mostró en la última sincronización de cualquier módulo. De aquí sale numeroCuenta para filtrar movimientos y saldos. Lista vacía si la conexión nunca se sincronizó.",
    dataset,
    row: Cuenta.extend(readAtField),
    filters: z.strictObject({}),
    where: () => ({}),
    example: {
      input: {},
      rows: [
        { ...ejemplo, moneda: "CLP", estado: null, ultimaLecturaEn: "2026-08-11T14:00:00.000Z" },
      ],
    },
  });
}
