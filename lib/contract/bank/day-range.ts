import * as z from "zod";
import { addDays, addMonths, Fecha, firstDay, Periodo } from "#lib/chile/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import type { RecordFilter } from "../dataset.ts";

/** Filters of a dataset whose sort key begins with the day. */
export const dayFilters = {
  desde: Fecha.optional().describe("Primer día AAAA-MM-DD, incluido"),
  hasta: Fecha.optional().describe("Último día AAAA-MM-DD, incluido"),
};

export const periodoFilter = {
  periodo: Periodo.optional().describe("Mes AAAA-MM; sin él, todos los sincronizados"),
};

const Days = z.object({ ...periodoFilter, ...dayFilters });

/** The sort keys of the days that all of the filters allow. */
export function dayRange(
  filters: Partial<z.output<typeof Days>>,
): Pick<RecordFilter, "from" | "before"> {
  const { periodo, desde, hasta } = filters;
  if (desde !== undefined && hasta !== undefined && desde > hasta) {
    const message = "hasta lies before desde";
    throw validationError([{ path: ["hasta"], code: "custom", message }]);
  }
  const starts = [desde, periodo && firstDay(periodo)].filter((day) => day !== undefined);
  const ends = [hasta && addDays(hasta, 1), periodo && firstDay(addMonths(periodo, 1))].filter(
    (day) => day !== undefined,
  );
  const from = starts.toSorted().at(-1);
  const before = ends.toSorted().at(0);
  return { ...(from !== undefined && { from }), ...(before !== undefined && { before }) };
}
