/** The contributions of a remuneration month, in hundredths of a percent of the pension base. */
interface Rates {
  worker: number;
  disability: number;
  employerCapital: number;
  lifeExpectancy: number;
  protectedReturn: number;
}

/** The employer's part rises in steps; each applies from its month on. */
const steps: readonly (readonly [from: string, rates: Omit<Rates, "worker">])[] = [
  ["0000-00", { disability: 188, employerCapital: 0, lifeExpectancy: 0, protectedReturn: 0 }],
  ["2025-08", { disability: 188, employerCapital: 10, lifeExpectancy: 90, protectedReturn: 0 }],
  ["2026-08", { disability: 154, employerCapital: 10, lifeExpectancy: 96, protectedReturn: 90 }],
];

export function ratesOf(period: string): Rates {
  const [, rates] = steps.findLast(([from]) => from <= period) ?? steps[0] ?? [];
  if (!rates) throw new Error("no rates");
  return { worker: 1000, ...rates };
}

export const healthRate = 700;
export const familyFundRate = 60;
export const accidentRate = 93;
/** Indefinite contracts: the worker's part and the employer's. */
export const unemploymentRates = { worker: 60, employer: 240 } as const;

/** Half a peso rounds up. */
export function part(base: number, hundredths: number): number {
  return Math.floor((base * hundredths + 5000) / 10_000);
}
