import * as z from "zod";

/** What amounts are grouped by, where the rows have it, and the banks' names for it. */
const parts = {
  numeroCuenta: ["numeroCuenta"],
  moneda: ["moneda", "currency"],
  type: ["type"],
} as const;

export type TotalPart = keyof typeof parts;

/** The stored field's possible names for a part; a row has one of them. */
export function storedNames(part: TotalPart): readonly string[] {
  return parts[part];
}

/**
 * Sums over all rows that match the filters, computed by the service so that the reader of a page
 * need not.
 */
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
        numeroCuenta: z
          .string()
          .nullable()
          .describe("Cuenta de las filas sumadas; null si no tienen"),
        moneda: z.string().nullable().describe("Moneda del monto; null si las filas no la dicen"),
        type: z
          .string()
          .nullable()
          .describe("credit: sale dinero; debit: entra; null si las filas no lo dicen"),
        filas: z.int().describe("Cuántas filas se sumaron, sin las retiradas"),
        monto: z.number().describe("Suma de los montos, sin signo"),
      }),
    )
    .nullable()
    .optional()
    .describe("Solo con totales: true; null desde la segunda página"),
};

/** The rows that were added up, and the values that they share. */
export interface RowTotal {
  values: (string | null)[];
  rows: number;
  amount: number;
}

/** The fields to group by, for rows with an amount; null for others. */
export function totalledBy(row: z.ZodObject): TotalPart[] | null {
  if (!("monto" in row.shape)) return null;
  return (Object.keys(parts) as TotalPart[]).filter((part) =>
    storedNames(part).some((name) => name in row.shape),
  );
}

export function toTotals(by: readonly TotalPart[], totals: readonly RowTotal[] | null) {
  if (totals === null) return null;
  return totals.map(({ values, rows, amount }) => {
    const valueOf = (field: TotalPart): string | null => values[by.indexOf(field)] ?? null;
    return {
      numeroCuenta: valueOf("numeroCuenta"),
      moneda: valueOf("moneda"),
      type: valueOf("type"),
      filas: rows,
      monto: amount,
    };
  });
}
