import { chmodSync, readFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, inject } from "vitest";
import { childrenOf } from "./children-of.ts";
import { Coverage, isModule } from "./coverage.ts";
import type { Loads } from "./loads.ts";
import { noteReads } from "./note-reads.ts";
import { fileOf } from "./own-file.ts";

// Before each test file of a run with `IMPACT_RECORD`: writes down what ran and was read until the file's end, here and
// in the processes that it started.

interface Recorder {
  coverage: Coverage;
  loads: Loads;
  reads: Set<string>;
}
const kept = globalThis as { impactRecorder?: Recorder };
const folder = process.env["IMPACT_RECORD"] ?? "";

function startRecorder(): Recorder {
  const loads = JSON.parse(readFileSync(path.join(folder, "loads.json"), "utf8")) as Loads;
  const reads = new Set<string>();
  noteReads((file) => {
    const own = fileOf(file);
    if (own !== null) reads.add(own);
  });
  return { coverage: Coverage.ofProcess(), loads, reads };
}

// Modules are shared by the files of a worker; this one is evaluated for each.
const { coverage, loads, reads } = (kept.impactRecorder ??= startRecorder());
coverage.take();
reads.clear();
const started = performance.now();
const place = path.join(folder, `children-${process.pid}-${Date.now()}`);
mkdirSync(place);
// Some of its processes are those of another user.
chmodSync(place, 0o777);
process.env["IMPACT_CHILDREN"] = place;
process.env["NODE_OPTIONS"] = [
  ...(process.env["NODE_OPTIONS"] ?? "")
    .split(" ")
    .filter((word) => !word.includes("/record-process")),
  `--import=${new URL("./record-process.mjs", import.meta.url).href}`,
]
  .join(" ")
  .trim();

afterAll(() => {
  const test = fileOf(expect.getState().testPath ?? "") ?? "";
  const ran = coverage.take();
  const counts = new Map<string, number>();
  for (const { file, start, count } of ran.filter((one) => !isModule(one)))
    counts.set(`${file}:${start}`, (counts.get(`${file}:${start}`) ?? 0) + count);
  // A module that is read for the first time calls others, for any test that needs it.
  for (const { file } of ran.filter(isModule))
    for (const [key, count] of Object.entries(loads.calls[file] ?? {}))
      counts.set(key, (counts.get(key) ?? 0) - count);
  const executed = [...counts]
    .filter(([, count]) => count > 0)
    .map(([key]) => key.replace(/:\d+$/, ""));
  const children = childrenOf(place, inject("bundles").folder);
  const record = {
    test,
    seconds: (performance.now() - started) / 1_000,
    executed: sorted(executed),
    inChildren: sorted(children.executed),
    read: sorted([...reads, ...children.read]),
  };
  writeFileSync(path.join(folder, `${test.replaceAll("/", "~")}.json`), JSON.stringify(record));
});

const sorted = (files: readonly string[]): string[] => [...new Set(files)].toSorted();
