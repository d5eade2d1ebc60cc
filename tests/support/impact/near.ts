import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { readImportGraph } from "../structure/import-graph.ts";
import { affectedTests } from "./affected-tests.ts";
import { changesSince, git } from "./changes.ts";
import { currentMap } from "./current-map.ts";
import { root } from "./own-file.ts";
import { wallSeconds } from "./wall-seconds.ts";

// `npm run test:near [-- --since REF] [--list]`: the tests that run what changed since the branch left main.

const { values } = parseArgs({ options: { since: { type: "string" }, list: { type: "boolean" } } });
const base = values.since ?? git("merge-base", "main", "HEAD").trim();
const map = currentMap();
const sources = new Map(readImportGraph().map(({ file, text }) => [file, text]));
const chosen = affectedTests({ map, changes: changesSince(base, null), sources });
const seconds = Math.ceil(wallSeconds(chosen.keys(), map));
const rows = [...chosen].map(([test, why]) => `${test}  ${why}\n`);
process.stdout.write(rows.toSorted().join(""));
process.stdout.write(`${chosen.size} of ${map.tests.size} test files, some ${seconds} s\n`);
if (values.list !== true && chosen.size > 0) {
  const run = ["run", ...chosen.keys()];
  const { status } = spawnSync("node_modules/.bin/vitest", run, { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
