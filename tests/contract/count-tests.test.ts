import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const runs = [
  ["plain", "\n      Tests  12 passed (12)\n", "12 0"],
  [
    "coloured",
    "\u001B[2m      Tests \u001B[22m \u001B[1m\u001B[32m6024 passed\u001B[39m\u001B[22m\u001B[90m (6024)\u001B[39m\n",
    "6024 0",
  ],
  [
    "with failures",
    "\u001B[2m      Tests \u001B[22m \u001B[1m\u001B[31m3 failed\u001B[39m\u001B[22m\u001B[2m | \u001B[22m\u001B[1m\u001B[32m41 passed\u001B[39m\u001B[22m\n",
    "41 3",
  ],
  ["that never ended", "npm error code ELIFECYCLE\n", "0 0"],
] as const;

test.each(runs)("CI counts the tests of a run: %s", (_, printed, counted) => {
  expect(execFileSync(".ci/count-tests", { input: printed, encoding: "utf8" }).trim()).toBe(
    counted,
  );
});
