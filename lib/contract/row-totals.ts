import * as z from "zod";

/** What amounts are added up by, where the rows have it. */
const parts = ["numeroCuenta", "moneda", "type"] as const;

/** Sums over all rows that the filters let through, by the service and not by who reads the page. */
export const totalsField = {
  totales: z
    .boolean()
    .optional()
    .describe(
      "true: con la primera página, las sumas de todo el filtro, por cuenta, moneda y type",
    ),
};

export const totalsAnswer = {
  totales: z
    .array(
      z.strictObject({
        numeroCuenta: z.string().nullable(),
        moneda: z.string().nullable(),
        type: z.string().nullable(),
        filas: z.int(),
        monto: z.number(),
      }),
    )
    .nullable()
    .optional()
    .describe("Solo con totales: true; null desde la segunda página"),
};

/** Rows that were added up, and the values that they share. */
export interface RowTotal {
  values: (string | null)[];
  rows: number;
  amount: number;
}

/** Of rows that have an amount: the fields to add it up by; null of others. */
export function totalledBy(row: z.ZodObject): string[] | null {
  if (!("monto" in row.shape)) return null;
  return parts.filter((field) => field in row.shape);
}

export function toTotals(by: readonly string[], totals: readonly RowTotal[] | null) {
  if (totals === null) return null;
  return totals.map(({ values, rows, amount }) => {
    const valueOf = (field: string): string | null => values[by.indexOf(field)] ?? null;
    return {
      numeroCuenta: valueOf("numeroCuenta"),
      moneda: valueOf("moneda"),
      type: valueOf("type"),
      filas: rows,
      monto: amount,
    };
  });
}
