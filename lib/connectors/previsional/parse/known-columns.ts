import { employerPartsHold, type Periodo } from "#lib/chile/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import type { Cotizacion } from "../store.ts";

/**
 * Whether the rates of its own month explain a line; null where there is nothing to check against.
 */
export function isExplained(line: Cotizacion, periodo: Periodo | null): boolean | null {
  if (periodo === null) return null;
  const parts = {
    base: line.rentaImponible,
    disability: line.sis,
    lifeExpectancy: line.cotizacionExpectativaVida,
    protectedReturn: line.rentabilidadProtegida,
  };
  return employerPartsHold(parts, periodo);
}

/**
 * Rates prove the columns: if no line of a month's files matches, the columns are not the expected
 * ones.
 */
export function requireKnownColumns(
  files: readonly { explained: readonly (boolean | null)[] }[],
): void {
  const checked = files.flatMap(({ explained }) => explained);
  if (checked.includes(false) && !checked.includes(true)) {
    throw unknownShape("amounts that no rate of their months explains");
  }
}
