import type { NewRecord, ReadRows } from "#lib/contract/index.ts";
import type { VisitReading } from "./store-rows.ts";

/**
 * The reading without the rows that no tool could return, such as an amount in pesos with decimals:
 * those could not be read, and their accounts are not complete, nor merely cut by the portal. What is
 * stored of them stays.
 */
export function withoutUnfit(reading: VisitReading): VisitReading {
  const counted = reading.rows.filter(({ uncounted }) => uncounted !== true).flatMap(unfitIn);
  const unfit = reading.rows.flatMap(unfitIn);
  if (unfit.length === 0) return reading;
  const { completoPorCuenta, cortadas, incompletos } = reading;
  const missed = new Set(unfit.flatMap(({ account }) => account ?? []));
  return {
    ...reading,
    rows: reading.rows.map(fitting),
    // A row may be stored a second time, in a list that is derived from the first.
    incompletos: incompletos + (counted.length > 0 ? counted.length : unfit.length),
    completo: false,
    ...(completoPorCuenta !== undefined && {
      completoPorCuenta: {
        ...completoPorCuenta,
        ...Object.fromEntries([...missed].map((account) => [account, false])),
      },
    }),
    ...(cortadas && { cortadas: cortadas.filter((account) => !missed.has(account)) }),
  };
}

function unfitIn({ records }: ReadRows): NewRecord[] {
  return records.filter(({ unfit }) => unfit === true);
}

function fitting(part: ReadRows): ReadRows {
  if (unfitIn(part).length === 0) return part;
  const { whole: _whole, records, ...rest } = part;
  return { ...rest, records: records.filter(({ unfit }) => unfit !== true) };
}
