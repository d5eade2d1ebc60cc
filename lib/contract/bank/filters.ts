import { Fecha, Periodo, type TipoMovimiento } from "#lib/chile/index.ts";
import { dayRange, type AskedTimes } from "../asked-part.ts";
import type { RecordFilter } from "../dataset.ts";
import { movementType, NumeroCuenta } from "./fields.ts";

/** Filters of a dataset whose sort key begins with the day. */
export const dayFilters = {
  desde: Fecha.optional().describe("Primer día AAAA-MM-DD, incluido"),
  hasta: Fecha.optional().describe("Último día AAAA-MM-DD, incluido"),
};

export const periodoFilter = {
  periodo: Periodo.optional().describe("Mes AAAA-MM; sin él, todos los sincronizados"),
};

/** What the rows of one account and day are narrowed by. */
export const snapshotFilters = { ...dayFilters, numeroCuenta: NumeroCuenta.optional() };

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
