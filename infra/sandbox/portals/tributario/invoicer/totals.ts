import { netWithin, sumOf, vatOf } from "../../../generator/arithmetic.ts";
import type { Line, Totals } from "./document.ts";

/** Prices of invoices are net; those of receipts (39, 41) include the tax. */
export function totalsOf(docType: number, lines: readonly Line[]): Totals {
  const exempt = sumOf(
    lines.filter((line) => line.exempt),
    (line) => line.amount,
  );
  const affected = sumOf(
    lines.filter((line) => !line.exempt),
    (line) => line.amount,
  );
  if (docType === 39 || docType === 41) {
    const net = netWithin(affected);
    return { net, exempt, vat: affected - net, total: exempt + affected };
  }
  const vat = vatOf(affected);
  return { net: affected, exempt, vat, total: exempt + affected + vat };
}
