import { progress } from "./progress.ts";

/** One side of a comparison: does its work once and says how it went. */
export type Side<T> = () => Promise<T>;

/**
 * Runs both sides alternately, and the one that went first goes second in the next round, so that anything else the
 * machine does meanwhile affects both.
 */
export async function interleave<T>(
  name: string,
  rounds: number,
  sides: { ours: Side<T>; floor: Side<T> },
): Promise<{ ours: T[]; floor: T[] }> {
  const results: { ours: T[]; floor: T[] } = { ours: [], floor: [] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (["ours", "floor"] as const) : (["floor", "ours"] as const);
    for (const side of order) results[side].push(await sides[side]());
    progress(name, `round ${round + 1} of ${rounds}`);
  }
  return results;
}

/** The same for any number of sides: each round begins with the next one. */
export async function rotate<Name extends string, T>(
  name: string,
  rounds: number,
  sides: Record<Name, Side<T>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(sides) as Name[];
  const results = Object.fromEntries(names.map((side) => [side, [] as T[]])) as Record<Name, T[]>;
  for (let round = 0; round < rounds; round++) {
    const first = round % names.length;
    for (const side of [...names.slice(first), ...names.slice(0, first)]) {
      results[side].push(await sides[side]());
    }
    progress(name, `round ${round + 1} of ${rounds}`);
  }
  return results;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest rank; the mean of the two middle ones for the median of an even number. */
export function percentile(values: readonly number[], rank: number): number {
  if (values.length === 0) throw new RangeError("no measurements");
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[Math.min(index, sorted.length - 1)] ?? Number.NaN;
  const position = (rank / 100) * sorted.length;
  if (rank === 50 && Number.isInteger(position)) return (at(position - 1) + at(position)) / 2;
  return at(Math.ceil(position) - 1);
}
