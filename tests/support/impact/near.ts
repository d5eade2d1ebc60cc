import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { readImportGraph } from "../structure/import-graph.ts";
import { affectedTests } from "./affected-tests.ts";
import { changesSince, git } from "./changes.ts";
import { currentMap } from "./current-map.ts";
import { root } from "./own-file.ts";
import { isWhole } from "../vitest/whole-tests.ts";
import { wallSeconds } from "./wall-seconds.ts";

// `npm run test:near [-- --since REF] [--list] [--parts]`: the tests that run what changed since the branch left main.
// With `--parts` those with browsers and whole servers are left for before a push.

const { values } = parseArgs({
  options: { since: { type: "string" }, list: { type: "boolean" }, parts: { type: "boolean" } },
});
const base = values.since ?? git("merge-base", "main", "HEAD").trim();
const map = currentMap();
const sources = new Map(readImportGraph().map(({ file, text }) => [file, text]));
const affected = affectedTests({ map, changes: changesSince(base, null), sources });
const chosen = new Map([...affected].filter(([test]) => values.parts !== true || !isWhole(test)));
const seconds = Math.ceil(wallSeconds(chosen.keys(), map));
const rows = [...chosen].map(([test, why]) => `${test}  ${why}\n`);
process.stdout.write(rows.toSorted().join(""));
process.stdout.write(`${chosen.size} of ${map.tests.size} test files, some ${seconds} s\n`);
const left = affected.size - chosen.size;
if (left > 0) process.stdout.write(`not run: ${left} with browsers and whole servers\n`);
if (values.list !== true && chosen.size > 0) {
  const run = ["run", ...chosen.keys()];
  const { status } = spawnSync("node_modules/.bin/vitest", run, { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
