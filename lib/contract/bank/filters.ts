import type { TipoMovimiento } from "#lib/chile/index.ts";
import { dayRange, type AskedTimes } from "../asked-part.ts";
import type { RecordFilter } from "../dataset.ts";
import { dayFilters, periodoFilter } from "./day-range.ts";
import { movementType, NumeroCuenta } from "./fields.ts";

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
