import path from "node:path";
import { expect, test } from "vitest";
import { mutated } from "#tests/mutations/mutation.ts";
import { mutations } from "#tests/mutations/table.ts";
import { affectedTests } from "#tests/support/impact/affected-tests.ts";
import { currentMap } from "#tests/support/impact/current-map.ts";
import { kindOfChange } from "#tests/support/impact/kind-of-change.ts";
import { readImportGraph } from "#tests/support/structure/import-graph.ts";

const root = path.join(import.meta.dirname, "../..");

test("npm run test:near runs every test that is known to notice a removed guard", async () => {
  const map = currentMap();
  const sources = new Map(readImportGraph().map(({ file, text }) => [file, text]));
  const missed: string[] = [];
  const shares: number[] = [];
  let known = 0;
  for (const mutation of mutations) {
    const { file, breaks, tests } = mutation;
    const source = sources.get(file);
    const without = await mutated(root, mutation);
    const kind = source === undefined ? null : kindOfChange(file, source, without);
    const chosen = affectedTests({ map, changes: [{ file, kind }], sources });
    if (tests.some((one) => map.tests.has(one))) known += 1;
    for (const one of tests) if (!chosen.has(one)) missed.push(`${one}: ${breaks}`);
    const inMap = [...chosen.keys()].filter((one) => map.tests.has(one));
    shares.push(inMap.length / Math.max(map.tests.size, 1));
  }
  const median = shares.toSorted((one, other) => one - other)[shares.length >> 1] ?? 0;
  console.log(
    `${mutations.length} removed guards, ${known} of them with a test in the map; the median runs ${(median * 100).toFixed(1)} % of the test files`,
  );
  expect(missed).toEqual([]);
  // A test that the map does not have is chosen in any case: an empty map would miss nothing.
  const testFiles = [...sources.keys()].filter((file) => /\.test\.tsx?$/.test(file));
  expect(map.tests.size).toBeGreaterThan(testFiles.length * 0.9);
  expect(known).toBeGreaterThan(mutations.length * 0.9);
  expect(median).toBeLessThan(0.25);
});
