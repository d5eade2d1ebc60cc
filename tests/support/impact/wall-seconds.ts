import { availableParallelism } from "node:os";
import { isWhole } from "../vitest/whole-tests.ts";
import type { ImpactMap } from "./impact-map.ts";

/** How long test files take together: whole ones run one a core, the others two, as `vitest.config.ts` says. */
export function wallSeconds(tests: Iterable<string>, map: ImpactMap): number {
  let seconds = 0;
  for (const test of tests) {
    seconds += (map.tests.get(test) ?? 0) / (isWhole(test) ? 1 : 2);
  }
  return seconds / availableParallelism();
}
