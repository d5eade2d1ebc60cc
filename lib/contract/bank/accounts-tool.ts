import * as z from "zod";
import type { Dataset } from "../dataset/dataset.ts";
import { readTool, type ReadTool } from "../read/read-tool.ts";
import { Cuenta } from "./accounts.ts";
import { exampleReadAt, readAtField } from "./fields.ts";

/** The list of accounts that every bank has; `account` is one as this bank writes it. */
export function accountsTool(
  dataset: Dataset<Cuenta>,
  account: Pick<Cuenta, "numeroCuenta" | "tipo"> & Partial<Cuenta>,
): ReadTool<Cuenta> {
  return readTool({
    id: `${dataset.id}.consultar`,
    title: "Consultar cuentas guardadas",
    description:
      "Lista las cuentas que el banco mostró en alguna sincronización, de cualquier módulo: una que ya no muestra sigue aquí, con la ultimaLecturaEn de la última que la mostró. De aquí sale numeroCuenta para filtrar movimientos y saldos. Lista vacía si la conexión nunca se sincronizó.",
    // Every module of any month returns them, as they are on that day.
    momentary: true,
    dataset,
    row: Cuenta.extend(readAtField),
    filters: z.strictObject({}),
    where: () => ({}),
    example: {
      input: {},
      rows: [{ moneda: "CLP", estado: null, ...account, ultimaLecturaEn: exampleReadAt }],
    },
  });
}
