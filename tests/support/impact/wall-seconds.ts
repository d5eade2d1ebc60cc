import { availableParallelism } from "node:os";
import type { ImpactMap } from "./impact-map.ts";

/** How long test files take together: whole ones run one a core, the others two, as `vitest.config.ts` says. */
export function wallSeconds(tests: Iterable<string>, map: ImpactMap): number {
  let seconds = 0;
  for (const test of tests) {
    const at = /^tests\/(?:e2e|faults|attacks)\//.test(test) ? 1 : 2;
    seconds += (map.tests.get(test) ?? 0) / at;
  }
  return seconds / availableParallelism();
}
