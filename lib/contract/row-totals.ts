import * as z from "zod";

/** What amounts are added up by, where the rows have it, and the names that banks have for it. */
const parts = {
  numeroCuenta: ["numeroCuenta"],
  moneda: ["moneda", "currency"],
  type: ["type"],
} as const;

export type TotalPart = keyof typeof parts;

/** The names of the stored field behind a part, of which a row has one. */
export function storedNames(part: TotalPart): readonly string[] {
  return parts[part];
}

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

/** Rows that were added up, and the values that they share. */
export interface RowTotal {
  values: (string | null)[];
  rows: number;
  amount: number;
}

/** Of rows that have an amount: the fields to add it up by; null of others. */
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
