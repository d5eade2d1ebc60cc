import { storedNames, type TotalPart } from "#lib/contract/index.ts";

/** Where a statement finds the connection and the dataset of a page. */
interface PagePlace {
  connection: string;
  dataset: string;
}

/** Of what the system took back nothing is known, unless it is asked for. */
export const inForce = "and withdrawn_at is null";

interface TotalsPart {
  field: string;
  lateral: string;
  shape: string[];
}

/** As the statement answers it. */
export type FoundTotals = [values: (string | null)[], rows: number, amount: number][];

/** The amounts of all rows in force that the filters let through, by these fields of theirs. */
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
