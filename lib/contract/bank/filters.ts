import * as z from "zod";
import { Fecha, Periodo, type TipoMovimiento } from "#lib/chile/index.ts";
import { dayRange, type AskedTimes } from "../dataset/asked-part.ts";
import type { RecordFilter } from "../dataset/dataset.ts";
import { movementType } from "./fields.ts";

/** Filters of a dataset whose sort key begins with the day. */
export const dayFilters = {
  desde: Fecha.optional().describe("Primer día AAAA-MM-DD, incluido"),
  hasta: Fecha.optional().describe("Último día AAAA-MM-DD, incluido"),
};

export const periodoFilter = {
  periodo: Periodo.optional().describe("Mes AAAA-MM; sin él, todos los sincronizados"),
};

/** Surrounding spaces are not part of an account's number. */
export const accountFilter = {
  numeroCuenta: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .optional()
    .describe("Número de cuenta como lo escribe el banco; cuentas.consultar los lista"),
};

/** Filters for the rows of one account and day. */
export const snapshotFilters = { ...dayFilters, ...accountFilter };

export const accountFilters = { ...periodoFilter, ...snapshotFilters };

export const movementFilters = { ...accountFilters, type: movementType.optional() };

interface RowFilters extends Partial<AskedTimes> {
  numeroCuenta?: string | undefined;
  type?: TipoMovimiento | undefined;
}

/** For datasets whose sort key begins with the day. */
export function whereRows({ numeroCuenta, type, ...days }: RowFilters): RecordFilter {
  return {
    ...dayRange(days),
    ...(numeroCuenta !== undefined && { account: numeroCuenta }),
    ...(type !== undefined && { match: { type } }),
  };
}
