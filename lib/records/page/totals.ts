import { storedNames, type TotalPart } from "#lib/contract/index.ts";

/** Where a statement finds a page's connection and dataset. */
interface PagePlace {
  connection: string;
  dataset: string;
}

/** Excludes rows that the system took back, unless they are asked for. */
export const inForce = "and withdrawn_at is null";

interface TotalsPart {
  field: string;
  lateral: string;
  shape: string[];
}

/** As the statement returns it. */
export type FoundTotals = [values: (string | null)[], rows: number, amount: number][];

/** The amounts of all rows in force that match the filters, grouped by these fields. */
export function totalsPart(
  totals: readonly TotalPart[] | undefined,
  { connection, dataset }: PagePlace,
  conditions: string,
): TotalsPart {
  if (totals === undefined) return { field: "", lateral: "", shape: [] };
  // The names are the contract's own, never a caller's.
  const values = totals.map((part) => {
    const named = storedNames(part).map((name) => `payload ->> '${name}'`);
    return `coalesce(${named.join(", ")})`;
  });
  const lateral = `cross join lateral (
      select coalesce(json_agg(json_build_array(s.key, s.rows, s.amount) order by s.key), '[]') as sums
      from (
        select array[${values.join(", ")}]::text[] as key, count(*) as rows,
          sum((payload ->> 'monto')::numeric) as amount
        from records
        where organization_id = scope.org and connection_id = ${connection}
          and dataset = ${dataset} ${conditions} ${inForce}
        group by 1
      ) s
    ) t`;
  return { field: ", 'totals', t.sums", lateral, shape: [`totals_${totals.join("_")}`] };
}

export function toRowTotals(found: FoundTotals | undefined) {
  return found?.map(([values, rows, amount]) => ({ values, rows, amount })) ?? null;
}
