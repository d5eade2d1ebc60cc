import { iva, netoDeBruto } from "../chile/index.ts";
import type { DteDocument, DteLine, DteTotals } from "../tools/define/index.ts";

/** Types that hold nothing with IVA. */
const exemptTypes: ReadonlySet<number> = new Set([34, 41]);
/** Receipts: their prices include the IVA. */
export const receiptTypes: ReadonlySet<number> = new Set([39, 41]);

/** What a line comes to, in whole pesos. */
export function lineAmount({ cantidad, precioUnitario, descuentoPct = 0 }: DteLine): number {
  const gross = Math.round(toFixed(cantidad * precioUnitario));
  return gross - Math.round(toFixed((gross * descuentoPct) / 100));
}

/** Floats that stand a hair below a half are the half: 1.005 × 100 is 100.49999999999999. */
function toFixed(value: number): number {
  return Number(value.toFixed(6));
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
