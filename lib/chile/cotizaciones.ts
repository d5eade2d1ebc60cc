import { comparePeriodo, Periodo } from "./periodo.ts";

/** The employer's rates for a month's pay, in hundredths of a percent of the pension base. */
interface EmployerRates {
  /** For the worker's own account; files include it in the worker's contribution. */
  capital: number;
  /** For life expectancy; `withDisability` when the disability insurance is included. */
  lifeExpectancy: number;
  withDisability: boolean;
  protectedReturn: number;
}

interface Step extends EmployerRates {
  from: Periodo;
  to: Periodo;
}

// Raised by law every August up to 2033. A step is added once its composition is known.
const steps: readonly Step[] = [
  {
    from: Periodo.parse("2025-08"),
    to: Periodo.parse("2026-07"),
    capital: 10,
    lifeExpectancy: 90,
    withDisability: false,
    protectedReturn: 0,
  },
  {
    from: Periodo.parse("2026-08"),
    to: Periodo.parse("2027-07"),
    capital: 10,
    lifeExpectancy: 250,
    withDisability: true,
    protectedReturn: 90,
  },
];

/** Null for a month that is not in the table: then nothing is checked. */
export function employerRates(periodo: Periodo): EmployerRates | null {
  const found = steps.find(
    ({ from, to }) => comparePeriodo(from, periodo) <= 0 && comparePeriodo(periodo, to) <= 0,
  );
  return found ?? null;
}

/** What the employer pays on a base, as a file states it. */
interface EmployerParts {
  base: number;
  disability: number;
  lifeExpectancy: number;
  protectedReturn: number;
}

/**
 * Whether each amount is its month's rate of the base, a peso off at most. Rates only check what
 * was read and never produce an amount. Null when there is nothing to check against.
 */
export function employerPartsHold(parts: EmployerParts, periodo: Periodo): boolean | null {
  const rates = employerRates(periodo);
  const { base, disability, lifeExpectancy, protectedReturn } = parts;
  if (rates === null || lifeExpectancy + protectedReturn === 0) return null;
  const ofLife = lifeExpectancy + (rates.withDisability ? disability : 0);
  return (
    isPart(ofLife, base, rates.lifeExpectancy) &&
    isPart(protectedReturn, base, rates.protectedReturn)
  );
}

/** Allows two roundings, for an amount that is the sum of two. */
function isPart(amount: number, base: number, hundredths: number): boolean {
  return Math.abs(amount - (base * hundredths) / 10_000) <= 1;
}
