import type { SourceFile } from "../structure/import-graph.ts";
import type { FileRecord } from "./file-record.ts";
import type { FileImpact, ImpactMap } from "./impact-map.ts";
import type { Loads } from "./loads.ts";
import type { Start } from "./record-start.ts";

interface Recorded {
  commit: string;
  records: readonly FileRecord[];
  loads: Loads;
  starts: readonly Start[];
  graph: readonly SourceFile[];
  /** Files that git knows: what a test makes for itself is no reason to run it. */
  repository: ReadonlySet<string>;
  /** What is kept for the test files that were not recorded. */
  before: ImpactMap | null;
  /** Those that exist. */
  tests: ReadonlySet<string>;
}

/** What a test asks the servers of its run with. */
const asks = "tests/support/servers/server-of-run.ts";

export function buildMap(recorded: Recorded): ImpactMap {
  const { records, loads, starts, graph, repository, before, tests } = recorded;
  const sets = { executed: testsByFile(), inChildren: testsByFile(), read: testsByFile() };
  for (const { test, executed, inChildren, read } of records) {
    // The servers of a run start once, for all that use them.
    const served = executed.includes(asks) ? starts : [];
    const all = [...executed, ...served.flatMap((start) => start.executed)];
    const texts = [...read, ...served.flatMap((start) => start.read)];
    for (const file of all) sets.executed.of(file).add(test);
    for (const file of inChildren) sets.inChildren.of(file).add(test);
    for (const file of texts) sets.read.of(file).add(test);
  }
  const importers = importersIn(graph);
  const needed = neededAtLoad(loads, graph);
  const topOf = (file: string): Set<string> => {
    const all = [...reach(file, needed)];
    return new Set(
      all.flatMap((one) => [
        ...sets.executed.of(one),
        ...sets.inChildren.of(one),
        // In a process of its own a use of an export is not seen: all that ran a file that imports it.
        ...(importers.get(one) ?? []).flatMap((importer) => [...sets.inChildren.of(importer)]),
      ]),
    );
  };
  const fresh = new Set(records.map(({ test }) => test));
  const kept = (known: ReadonlySet<string> | undefined): string[] =>
    [...(known ?? [])].filter((test) => tests.has(test) && !fresh.has(test));
  const known = new Set([
    ...Object.values(sets).flatMap((one) => one.files()),
    ...Object.keys(loads.calls),
    ...(before?.files.keys() ?? []),
  ]).intersection(repository);
  const files = new Map<string, FileImpact>();
  for (const file of known) {
    const old = before?.files.get(file);
    const ran = new Set([
      ...sets.executed.of(file),
      ...sets.inChildren.of(file),
      ...kept(old?.ran),
    ]);
    const top = new Set([...topOf(file), ...kept(old?.top)]).difference(ran);
    const read = new Set([...sets.read.of(file), ...kept(old?.read)]);
    files.set(file, { ran, top, read, atLoad: loads.names[file] ?? [] });
  }
  const seconds = new Map([
    ...[...(before?.tests ?? [])].filter(([test]) => tests.has(test)),
    ...records.map(({ test, seconds: took }) => [test, took] as const),
  ]);
  return { commit: recorded.commit, tests: seconds, files };
}

function testsByFile() {
  const byFile = new Map<string, Set<string>>();
  return {
    of: (file: string): Set<string> => {
      const found = byFile.get(file) ?? new Set();
      byFile.set(file, found);
      return found;
    },
    files: () => [...byFile.keys()],
  };
}

function importersIn(graph: readonly SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { file, imports } of graph)
    for (const { target, ours } of imports)
      if (ours) importers.set(target, [...(importers.get(target) ?? []), file]);
  return importers;
}

/** By file: the modules that use it while they are read, so that their constants may be others if it changes. */
function neededAtLoad(loads: Loads, graph: readonly SourceFile[]): Map<string, Set<string>> {
  const needed = new Map<string, Set<string>>();
  const note = (file: string, module: string): void => {
    needed.set(file, (needed.get(file) ?? new Set()).add(module));
  };
  for (const [module, calls] of Object.entries(loads.calls))
    for (const key of Object.keys(calls)) note(key.replace(/:\d+$/, ""), module);
  for (const [module, files] of Object.entries(loads.reads))
    for (const file of files) note(file, module);
  // Of a module that cannot be read alone, nothing is known: it may use whatever it imports.
  for (const { file, imports } of graph)
    if (file in loads.refused) for (const { target } of imports) note(target, file);
  return needed;
}

function reach(file: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set([file]);
  for (const one of reached) for (const next of arrows.get(one) ?? []) reached.add(next);
  return reached;
}
