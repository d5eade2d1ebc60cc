/** Integers only: 19 % of the net, half a peso rounded up. */
export function vatOf(net: number): number {
  return Math.floor((net * 19 + 50) / 100);
}

/** The net of a price that includes the tax: `round(total / 1.19)`. */
export function netWithin(total: number): number {
  return Math.floor((total * 200 + 119) / 238);
}

export function sumOf<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0);
}

const creditNotes = new Set([60, 61, 106, 112]);

/** Credit notes are printed positive and subtract in totals. */
export function effectOf(docType: number): 1 | -1 {
  return creditNotes.has(docType) ? -1 : 1;
}
