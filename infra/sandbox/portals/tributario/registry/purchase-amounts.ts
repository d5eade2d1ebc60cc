import type { Random } from "../../../generator/random.ts";
import { sumOf, vatOf } from "../../../generator/arithmetic.ts";
import { plainAmounts, type Amounts, type OtherTax } from "./document.ts";

export const purchaseKinds = [
  "Del Giro",
  "Del Giro",
  "Del Giro",
  "Supermercados",
  "Bienes Raíces",
] as const;

const exemptTypes = new Set([34, 914]);

/** Code and rate in tenths of a percent. */
const otherTaxRates = [
  [27, 100],
  [271, 180],
  [24, 315],
  [25, 205],
  [26, 205],
] as const;

export function purchaseAmounts(docType: number, index: number, random: Random): Amounts {
  const base = amount(random);
  if (exemptTypes.has(docType)) return plainAmounts(base, 0, 0);
  const exempt = random.chance(8) ? amount(random) : 0;
  const plain = plainAmounts(exempt, base, vatOf(base));
  const drawn = random.between(1, 100);
  if (index % 25 === 3) return taxed(plain, 3);
  if (drawn <= 5) return taxed(plain, 1);
  if (drawn <= 8) return taxed(plain, 2);
  if (drawn <= 13) return lost(plain, random.pick([1, 2, 3, 4, 9]));
  if (drawn <= 17) return { ...plain, vat: 0, commonVat: plain.vat };
  if (drawn <= 20) return { ...plain, fixedAssetNet: plain.net, fixedAssetVat: plain.vat };
  return plain;
}

function amount(random: Random): number {
  return random.chance(20) ? random.between(1_000, 30_000) : random.between(30_001, 6_000_000);
}

function lost(plain: Amounts, lostVatCode: number): Amounts {
  return { ...plain, vat: 0, lostVat: plain.vat, lostVatCode };
}

/** Several other taxes apply to parts of the net; each gets its own line in the download. */
function taxed(plain: Amounts, count: number): Amounts {
  const part = Math.floor(plain.net / count);
  const otherTaxes: OtherTax[] = otherTaxRates.slice(0, count).map(([code, rate]) => ({
    code,
    rate,
    amount: Math.floor((part * rate + 500) / 1000),
  }));
  return { ...plain, otherTaxes, total: plain.total + sumOf(otherTaxes, (tax) => tax.amount) };
}
