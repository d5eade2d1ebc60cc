import { test } from "vitest";
import { copiedRuns } from "#tests/support/structure/copied-runs.ts";
import { circles } from "#tests/support/structure/circles.ts";
import { measured } from "#tests/support/structure/measured.ts";
test("x", () => {
  for (const f of ["lib/connectors", "infra/sandbox/portals"]) {
    const { lines, copied, byFile } = copiedRuns(measured, f);
    console.log(f, lines, copied, (copied / lines) * 100);
    console.log([...byFile].sort((a, b) => b[1] - a[1]).map(([a, b]) => `${b} ${a}`).join("\n"));
  }
  console.log(circles(new Map(measured.map(({ file, imports }) => [file, imports.filter(({ ours }) => ours).map(({ target }) => target)] as const))).map((x) => x.join(" ")).join("\n"));
});
