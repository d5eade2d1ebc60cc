import * as z from "zod";
import { maxPageSize, usualPageSize } from "../terms.ts";

/** The fields of a list that is read page by page, by what it lists. */
export const pageFieldsOf = (listed: string) => ({
  limit: z
    .int()
    .min(1)
    .max(maxPageSize)
    .default(usualPageSize)
    .describe(`${listed} por página, de 1 a ${maxPageSize}`),
  cursor: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe("El cursor de la respuesta anterior, tal cual; no se construye a mano"),
});

/** The fields of every list read. */
export const pageFields = pageFieldsOf("Filas");

export interface PageRequest<Filters> {
  limit: number;
  cursor: string | null;
  totales: boolean;
  incluirRetirados: boolean;
  filters: Filters;
}

/** Splits a validated input into the page, and what is asked of the rows. */
export function splitRequest<Filters extends Readonly<Record<string, unknown>>>(
  parsed: unknown,
): PageRequest<Filters> {
  // `showPage` handles how the page is shown, after the read.
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
