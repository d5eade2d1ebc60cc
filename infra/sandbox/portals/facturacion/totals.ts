import { netWithin, sumOf, vatOf } from "../../generator/arithmetic.ts";
import type { Line, Totals } from "./document.ts";

export const receiptTypes: ReadonlySet<number> = new Set([39, 41]);
export const exemptTypes: ReadonlySet<number> = new Set([34, 41]);

/** Prices are net; those of receipts include the tax. */
export function totalsOf(
  docType: number,
  lines: readonly Pick<Line, "exempt" | "amount">[],
): Totals {
  const amountOf = (isExempt: boolean) =>
    sumOf(
      lines.filter((line) => line.exempt === isExempt),
      ({ amount }) => amount,
    );
  return totals(docType, amountOf(false), amountOf(true));
}

/** `affected` is the taxed amount: with the tax on a receipt, otherwise without. */
export function totals(docType: number, affected: number, exempt: number): Totals {
  const net = receiptTypes.has(docType) ? netWithin(affected) : affected;
  const vat = receiptTypes.has(docType) ? affected - net : vatOf(affected);
  return { net, exempt, vat, total: net + exempt + vat };
}
