import * as z from "zod";
import { maxPageSize, usualPageSize } from "./terms.ts";

/** What every read of a list takes. */
export const pageFields = {
  limit: z
    .int()
    .min(1)
    .max(maxPageSize)
    .default(usualPageSize)
    .describe(`Filas por página, de 1 a ${maxPageSize}`),
  cursor: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe("El cursor de la respuesta anterior, tal cual; no se construye a mano"),
};

export interface PageRequest<Filters> {
  limit: number;
  cursor: string | null;
  totales: boolean;
  incluirRetirados: boolean;
  filters: Filters;
}

/** Of an input that its schema has let through: the page, and what is asked of the rows. */
export function splitRequest<Filters extends Readonly<Record<string, unknown>>>(
  parsed: unknown,
): PageRequest<Filters> {
  // How the page is shown is for `showPage`, after the read.
  const {
    limit,
    cursor,
    totales,
    incluirRetirados,
    campos: _campos,
    formato: _formato,
    ...filters
  } = parsed as Taken;
  return {
    limit,
    cursor: cursor ?? null,
    totales: totales === true,
    incluirRetirados: incluirRetirados === true,
    filters: filters as Filters,
  };
}

interface Taken extends Record<string, unknown> {
  limit: number;
  cursor?: string;
  totales?: boolean;
  incluirRetirados?: boolean;
}
