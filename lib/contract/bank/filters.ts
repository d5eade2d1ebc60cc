import type { TipoMovimiento } from "#lib/chile/index.ts";
import type { RecordFilter } from "../dataset.ts";
import { dayFilters, dayRange, periodoFilter } from "./day-range.ts";
import { movementType, NumeroCuenta } from "./fields.ts";

type DayFilters = Parameters<typeof dayRange>[0];

/** What the rows of one account and day are narrowed by. */
export const snapshotFilters = { ...dayFilters, numeroCuenta: NumeroCuenta.optional() };

export const accountFilters = { ...periodoFilter, ...snapshotFilters };

export const movementFilters = { ...accountFilters, type: movementType.optional() };

export interface RowFilters extends DayFilters {
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
