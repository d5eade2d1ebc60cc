import { business } from "../../../generator/people.ts";
import { randomFor } from "../../../generator/random.ts";

interface Partner {
  rut: string;
  name: string;
  /** Where this partner's folios begin; ranges of two partners never overlap. */
  folios: number;
}

const partnersPerSide = 40;
const folioRange = 200_000_000;

/** The company's suppliers and customers: the same in every month. */
export function partnersOf(company: string, side: "supplier" | "customer"): Partner[] {
  const random = randomFor("tributario", company, side);
  return Array.from({ length: partnersPerSide }, (_, index) => {
    const { rut, name } = business(random);
    // The last ranges exceed 32 bits: folios have up to ten digits.
    return { rut, name, folios: index * folioRange + 1000 };
  });
}

const firstYear = 2020;
const foliosPerMonth = 500;

/** A unique folio for each document of a month, within the range for many years. */
export function folioAt(start: number, period: string, index: number): number {
  const [year = 0, month = 0] = period.split("-").map(Number);
  return start + ((year - firstYear) * 12 + month - 1) * foliosPerMonth + index;
}
