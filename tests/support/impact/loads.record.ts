import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readImportGraph, type SourceFile } from "../structure/import-graph.ts";
import { Coverage, isModule, type Ran } from "./coverage.ts";
import type { Loads } from "./loads.ts";
import { noteReads } from "./note-reads.ts";
import { fileOf, root } from "./own-file.ts";

// Run by `npm run test:map` before the tests, in a process in which no module of ours was read before.

test("each module that others import is read once", async () => {
  const coverage = new Coverage();
  coverage.session.post("Debugger.enable");
  const reads = new Set<string>();
  noteReads((file) => reads.add(fileOf(file) ?? ""));
  const loads: Loads = { calls: {}, names: {}, reads: {}, refused: {} };
  coverage.take();
  for (const module of inOrder(readImportGraph())) {
    reads.clear();
    try {
      await import(/* @vite-ignore */ path.join(root, module));
    } catch (error) {
      loads.refused[module] = String(error).split("\n")[0] ?? "";
    }
    const ran = coverage.take().filter((one) => !isModule(one));
    loads.calls[module] = Object.fromEntries(
      ran.map(({ file, start, count }) => [`${file}:${start}`, count]),
    );
    loads.reads[module] = [...reads].filter((file) => file !== "");
    for (const one of ran) if (!handsOut(coverage.sourceOf(one))) addName(loads, one);
  }
  writeFileSync(path.join(process.env["IMPACT_RECORD"] ?? "", "loads.json"), JSON.stringify(loads));
  expect(Object.keys(loads.calls).length).toBeGreaterThan(1_000);
}, 1_800_000);

function addName({ names }: Loads, { file, name }: Ran): void {
  const known = (names[file] ??= []);
  if (!known.includes(name)) known.push(name);
}

/** What the bundler of the tests writes for each export: it runs when somebody uses it. */
const handsOut = (source: string): boolean => /^\(\)\s*=>\s*\{\s*try\s*\{\s*return\s/.test(source);

/** Imported modules before those that import them. Programs, which nobody imports, would start here. */
function inOrder(files: readonly SourceFile[]): string[] {
  const byFile = new Map(files.map((one) => [one.file, one]));
  const imported = new Set(files.flatMap(({ imports }) => imports.map(({ target }) => target)));
  const order = new Set<string>();
  const visiting = new Set<string>();
  const visit = (file: string): void => {
    const source = byFile.get(file);
    if (source === undefined || visiting.has(file)) return;
    visiting.add(file);
    for (const { target } of source.imports) visit(target);
    order.add(file);
  };
  for (const { file } of files) if (imported.has(file) && !file.endsWith(".test.ts")) visit(file);
  return [...order];
}
