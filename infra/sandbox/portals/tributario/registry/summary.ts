import { effectOf, sumOf } from "../../../generator/arithmetic.ts";
import type { MonthlyTotal, RegistryDocument } from "./document.ts";

export interface SummaryLine extends MonthlyTotal {
  commonVat: number;
  lostVat: number;
  /** False for types of which the registry only has the sum. */
  detailed: boolean;
}

/** One line per document type, in the order of codes. It counts documents, not lines. */
export function summaryOf(
  documents: readonly RegistryDocument[],
  totals: readonly MonthlyTotal[],
): SummaryLine[] {
  const types = [...new Set(documents.map(({ docType }) => docType))];
  const detailed = types.map((docType) => {
    const own = documents.filter((one) => one.docType === docType);
    return {
      docType,
      documents: own.length,
      exempt: sumOf(own, (one) => one.exempt),
      net: sumOf(own, (one) => one.net),
      vat: sumOf(own, (one) => one.vat),
      commonVat: sumOf(own, (one) => one.commonVat),
      lostVat: sumOf(own, (one) => one.lostVat),
      total: sumOf(own, (one) => one.total),
      detailed: true,
    };
  });
  const summed = totals.map((one) => ({ ...one, commonVat: 0, lostVat: 0, detailed: false }));
  return [...detailed, ...summed].toSorted((a, b) => a.docType - b.docType);
}

/** The line at the foot of the table: credit notes subtract. */
export function footOf(lines: readonly SummaryLine[]) {
  const signed = (amount: (line: SummaryLine) => number) =>
    sumOf(lines, (line) => effectOf(line.docType) * amount(line));
  return {
    documents: sumOf(lines, (line) => line.documents),
    exempt: signed((line) => line.exempt),
    net: signed((line) => line.net),
    vat: signed((line) => line.vat),
    commonVat: signed((line) => line.commonVat),
    lostVat: signed((line) => line.lostVat),
    total: signed((line) => line.total),
  };
}
