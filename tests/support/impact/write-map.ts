import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { readImportGraph } from "../structure/import-graph.ts";
import { buildMap } from "./build-map.ts";
import { git, movedSince } from "./changes.ts";
import { movedMap } from "./current-map.ts";
import type { FileRecord } from "./file-record.ts";
import { mapFile, placesIn, readMap, writeMap } from "./impact-map.ts";
import type { Loads } from "./loads.ts";
import { root } from "./own-file.ts";
import type { Start } from "./record-start.ts";

// `npm run test:map [-- lib/kernel]`: runs all tests, or those named, and writes down what each ran. A test file that
// fails keeps its old entry. `--from FOLDER` reads what an earlier run left there.

interface Report {
  testResults: { name: string; status: string }[];
}

const { values, positionals } = parseArgs({
  options: { from: { type: "string" } },
  allowPositionals: true,
});
const folder = values.from ?? mkdtempSync(path.join(tmpdir(), "impact-"));

function vitest(...words: string[]): void {
  const env = { ...process.env, IMPACT_RECORD: folder };
  spawnSync("node_modules/.bin/vitest", ["run", ...words], { cwd: root, stdio: "inherit", env });
}

const read = <T>(name: string): T => JSON.parse(readFileSync(path.join(folder, name), "utf8")) as T;

if (values.from === undefined) {
  vitest("--config", "tests/support/impact/vitest.loads.config.ts", "--root", ".");
  const report = path.join(folder, "report.json");
  vitest("--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...positionals);
}
const graph = readImportGraph();
const tests = new Set(graph.map((one) => one.file).filter((one) => one.endsWith(".test.ts")));
const before = existsSync(mapFile) ? readFileSync(mapFile, "utf8") : null;
const named = (end: string): string[] => readdirSync(folder).filter((name) => name.endsWith(end));
const failed = new Set(
  named("report.json")
    .flatMap((name) => read<Report>(name).testResults)
    .flatMap(({ name, status }) => (status === "passed" ? [] : [path.relative(root, name)])),
);
const records = named(".test.ts.json")
  .map((name) => read<FileRecord>(name))
  .filter(({ test }) => tests.has(test) && !failed.has(test));
const old = before === null ? null : readMap(before);
const moved = old === null ? new Map<string, string>() : movedSince(old.commit);
const map = buildMap({
  commit: git("merge-base", "main", "HEAD").trim(),
  records,
  loads: read<Loads>("loads.json"),
  starts: named(".start.json").map((name) => read<Start>(name)),
  graph,
  repository: new Set(git("ls-files").split("\n")),
  before: old === null ? null : movedMap(old, moved),
  tests,
});
writeFileSync(
  mapFile,
  writeMap(map, before === null ? [] : placesIn(before).map((test) => moved.get(test) ?? test)),
);
if (values.from === undefined) rmSync(folder, { recursive: true });
for (const one of failed) process.stdout.write(`failed, and keeps its old entry: ${one}\n`);
process.stdout.write(
  `${records.length} of ${tests.size} test files recorded, ${map.files.size} files in the map\n`,
);
