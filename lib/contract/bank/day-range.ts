import { Fecha, Periodo } from "#lib/chile/index.ts";

/** Filters of a dataset whose sort key begins with the day. */
export const dayFilters = {
  desde: Fecha.optional().describe("Primer día AAAA-MM-DD, incluido"),
  hasta: Fecha.optional().describe("Último día AAAA-MM-DD, incluido"),
};

export const periodoFilter = {
  periodo: Periodo.optional().describe("Mes AAAA-MM; sin él, todos los sincronizados"),
};
