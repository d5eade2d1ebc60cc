import { iva, netoDeBruto } from "#lib/chile/index.ts";
import type { DteDocument, DteLine, DteTotals } from "#lib/contract/index.ts";

/** Types without any IVA. */
export const exemptTypes: ReadonlySet<number> = new Set([34, 41]);
/** Receipts: their prices include the IVA. */
export const receiptTypes: ReadonlySet<number> = new Set([39, 41]);

const million = 1_000_000n;

/** Quantity times price, rounded half up; then subtracts the discount, rounded half up. */
export function lineAmount({ cantidad, precioUnitario, descuentoPct = 0 }: DteLine): number {
  const gross = halfUp(millionths(cantidad) * millionths(precioUnitario), million * million);
  return Number(gross - halfUp(gross * millionths(descuentoPct), 100n * million));
}

export function documentTotals({ tipoDte, lineas }: DteDocument): DteTotals {
  let afecto = 0;
  let exento = 0;
  for (const line of lineas) {
    if (exemptTypes.has(tipoDte) || line.exento === true) exento += lineAmount(line);
    else afecto += lineAmount(line);
  }
  if (receiptTypes.has(tipoDte)) {
    const split = netoDeBruto(afecto);
    return { ...split, exento, total: afecto + exento };
  }
  const tax = iva(afecto);
  return { neto: afecto, exento, iva: tax, total: afecto + tax + exento };
}

/** Whole numbers, as the portal counts: in floats 1.005 × 100 is 100.49999999999999. */
function millionths(value: number): bigint {
  return BigInt(value.toFixed(6).replace(".", ""));
}

function halfUp(value: bigint, by: bigint): bigint {
  return (value * 2n + by) / (by * 2n);
}
