import { median } from "./rounds.ts";

/** The median of that many runs, one after another; each gets its number. */
export async function medianMs(
  times: number,
  work: (n: number) => Promise<unknown>,
): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const startedAt = performance.now();
    await work(n);
    taken.push(performance.now() - startedAt);
  }
  return median(taken);
}
